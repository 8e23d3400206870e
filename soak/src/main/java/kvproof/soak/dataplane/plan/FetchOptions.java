package kvproof.soak.dataplane.plan;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import kvproof.model.FetchFault;

/**
 * What a run of fetches is asked to do.
 *
 * @param cases how many suffix fetches; the other scenarios follow, then the faults
 * @param blockBytes of every block; absent: drawn, from 4 KiB to 16 MiB
 * @param blocks of every prompt; absent: drawn
 * @param layout labels of a block's parts; empty: drawn
 * @param faults one case each
 * @param timeout KVCR's operation timeout; a fetch that is meant to run into it has a tenth
 * @param only the number of the one case to run
 */
public record FetchOptions(
    int cases,
    long seed,
    int targets,
    int sources,
    OptionalInt blockBytes,
    OptionalInt blocks,
    List<String> layout,
    List<FetchFault> faults,
    Duration timeout,
    OptionalInt only) {
  public static final int DEFAULT_CASES = 32;
  public static final long DEFAULT_SEED = 0x6b76_7072_6f6f_6600L;
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

  public FetchOptions {
    layout = List.copyOf(layout);
    faults = List.copyOf(faults);
  }

  /** Everything as it is without options. */
  public static FetchOptions defaults() {
    return new FetchOptions(
        DEFAULT_CASES,
        DEFAULT_SEED,
        1,
        2,
        OptionalInt.empty(),
        OptionalInt.empty(),
        List.of(),
        List.of(),
        DEFAULT_TIMEOUT,
        OptionalInt.empty());
  }

  /** The same with another number of suffix fetches and other faults. */
  public FetchOptions of(int suffixCases, List<FetchFault> struck) {
    return new FetchOptions(
        suffixCases, seed, targets, sources, blockBytes, blocks, layout, struck, timeout, only);
  }

  /** Of cases in which somebody waits for a timeout. */
  public Duration shortTimeout() {
    return timeout.dividedBy(10);
  }
}
