package kvproof.model;

import java.util.Comparator;

/**
 * One data-parallel rank of a worker: the unit that owns blocks, is scored and is chosen.
 *
 * <p>The worker id is an unsigned 64-bit number, the rank an unsigned 32-bit one. Prints as {@code
 * 7/0}.
 */
public record WorkerWithDpRank(long workerId, int dpRank) implements Owner {

  /** By worker id, then dp rank, both unsigned. */
  static final Comparator<WorkerWithDpRank> UNSIGNED_ORDER =
      (left, right) -> {
        int byWorker = Long.compareUnsigned(left.workerId, right.workerId);
        return byWorker != 0 ? byWorker : Integer.compareUnsigned(left.dpRank, right.dpRank);
      };

  /** Reads {@code 7/0}; throws {@link IllegalArgumentException} naming anything else. */
  public static WorkerWithDpRank parse(String text) {
    int slash = text.indexOf('/');
    try {
      return new WorkerWithDpRank(
          Long.parseUnsignedLong(text.substring(0, Math.max(slash, 0))),
          Integer.parseUnsignedInt(text.substring(slash + 1)));
    } catch (NumberFormatException notNumbers) {
      throw new IllegalArgumentException(
          "not a rank: '" + text + "' (expected worker/rank, such as 7/0)", notNumbers);
    }
  }

  @Override
  public String toString() {
    return Long.toUnsignedString(workerId) + "/" + Integer.toUnsignedString(dpRank);
  }
}
