package kvproof.router.policy;

import java.util.Objects;
import java.util.OptionalLong;
import kvproof.router.index.ResidentCountsView;
import org.jspecify.annotations.Nullable;

/** The eligible ranks of one selection, and which of them are left after filters. */
final class Candidates {
  private static final SelectionInputs NOBODY = HostedInputs.of(new long[0]);

  private SelectionInputs inputs = NOBODY;
  private @Nullable SelectionContext context;
  private @Nullable ResidentCountsView residents;
  private int[] survivors = new int[0];
  private int survivorCount;

  /** Asks for the counters here, so that all reads of this selection are of one map. */
  void begin(SelectionInputs newInputs, SelectionContext newContext, boolean readsResidents) {
    inputs = newInputs;
    context = newContext;
    residents = readsResidents ? newInputs.residentCounts() : null;
    survivorCount = 0;
    int count = newInputs.candidateCount();
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
    return residents == null ? OptionalLong.empty() : residents.blocks(inputs.rank(candidate));
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
