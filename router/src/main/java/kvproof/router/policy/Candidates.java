package kvproof.router.policy;

import java.util.Objects;
import java.util.OptionalLong;
import kvproof.router.index.ResidentReader;
import org.jspecify.annotations.Nullable;

/** The eligible ranks of one selection, and which of them are left after filters. */
final class Candidates {
  private static final SelectionInputs NOBODY = HostedInputs.of(new long[0]);

  private SelectionInputs inputs = NOBODY;
  private @Nullable SelectionContext context;
  private final ResidentReader residents = new ResidentReader();
  private int[] survivors = new int[0];
  private int survivorCount;

  /** Asks for the counters here, so that all reads of this selection are of one map. */
  void begin(SelectionInputs newInputs, SelectionContext newContext, boolean readsResidents) {
    inputs = newInputs;
    context = newContext;
    survivorCount = 0;
    int count = newInputs.candidateCount();
    residents.begin(readsResidents ? newInputs.residentCounts() : null, count);
    if (survivors.length < count) {
      survivors = new int[Math.max(count, 2 * survivors.length)];
    }
  }

  SelectionInputs inputs() {
    return inputs;
  }

  SelectionContext context() {
    return Objects.requireNonNull(context);
  }

  void keep(int candidate) {
    survivors[survivorCount++] = candidate;
  }

  int survivorCount() {
    return survivorCount;
  }

  /** The candidate of a row; throws {@link IndexOutOfBoundsException} if there is no such row. */
  int survivor(int row) {
    return survivors[Objects.checkIndex(row, survivorCount)];
  }

  OptionalLong residentBlocks(int candidate) {
    return residents.blocks(candidate, inputs.rank(candidate));
  }

  long residentBlocksOr(int candidate, long ifAbsent) {
    return residents.blocksOr(candidate, inputs.rank(candidate), ifAbsent);
  }

  /** Those of every row, {@code ifAbsent} where there is none. */
  void readResidentBlocks(long ifAbsent, long[] blocks) {
    residents.read(survivors, survivorCount, inputs, ifAbsent, blocks);
  }

  long leastActivePrefillTokens() {
    int count = inputs.candidateCount();
    long least = count == 0 ? 0 : Long.MAX_VALUE;
    for (int candidate = 0; candidate < count; candidate++) {
      least =
          Math.min(
              least, inputs.loadAvailable(candidate) ? inputs.activePrefillTokens(candidate) : 0);
    }
    return least;
  }
}
