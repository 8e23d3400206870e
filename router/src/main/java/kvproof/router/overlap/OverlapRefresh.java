package kvproof.router.overlap;

import java.util.Optional;
import kvproof.model.BlockHashes;

/**
 * Looks the prompt of a request that waited long up again: all of the answer or nothing of it.
 *
 * <p>As thread-safe as its provider.
 *
 * @param <T> overlap, tier maps and fetch candidates of one look-up, as one value: who replaces one
 *     of them has replaced them all
 */
public final class OverlapRefresh<T> {
  private final RefreshThreshold threshold;
  private final Provider<T> provider;

  /** Looks prompts up in an index of this process. */
  @FunctionalInterface
  public interface Provider<T> {
    /** Empty: it has no answer. May throw anything but an error: that is no answer either. */
    Optional<T> lookUp(BlockHashes localHashes) throws Exception;
  }

  public OverlapRefresh(RefreshThreshold threshold, Provider<T> provider) {
    this.threshold = threshold;
    this.provider = provider;
  }

  /**
   * The new look-up; empty: the request keeps what it has.
   *
   * @param localHashes of the complete blocks of the prompt; none: nothing is asked
   */
  public Optional<T> afterWaiting(long waitedNanos, BlockHashes localHashes) {
    if (!threshold.isDue(waitedNanos, localHashes.size())) {
      return Optional.empty();
    }
    try {
      return provider.lookUp(localHashes);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (Exception noAnswer) {
      return Optional.empty();
    }
  }
}
