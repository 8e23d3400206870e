package kvproof.router.policy.experimental;

import java.util.OptionalLong;
import kvproof.router.policy.InputSet;
import kvproof.router.policy.RowView;
import kvproof.router.policy.ScoredRows;
import kvproof.router.policy.resident.ResidentInput;
import kvproof.router.policy.resident.ResidentRow;
import kvproof.router.policy.resident.ResidentRows;

/**
 * How many blocks the partition's index tracks for a rank, also those that no request uses.
 *
 * <p>It says how full a rank is, not what of it can be reused. None (never seen, removed, not
 * tracked, an index elsewhere) is not 0. Each read is live, so two of them may differ within one
 * selection; which ranks are known does not change within one. A policy that declares it must
 * declare {@link InputSet#CACHE} too, be it in another component.
 */
public final class ResidentBlocks {

  /** What a component declares to read the counts. */
  public static final InputSet INPUT = InputSet.of(ResidentInput.RESIDENT_BLOCKS);

  private ResidentBlocks() {}

  /** Blocks of the rank of this row; empty: none is known, or the reader did not declare it. */
  public static OptionalLong of(RowView row) {
    return row instanceof ResidentRow resident ? resident.residentBlocks() : OptionalLong.empty();
  }

  /** Blocks of the rank of a scored row; empty: none is known, or the picker did not declare it. */
  public static OptionalLong of(ScoredRows rows, int row) {
    return rows instanceof ResidentRows resident
        ? resident.residentBlocks(row)
        : OptionalLong.empty();
  }

  /**
   * As {@link #of(RowView)}, {@code ifAbsent} where that is empty; allocates nothing. What is
   * absent is not 0: pass a number that no rank can hold, unless the reader means them to be the
   * same.
   */
  public static long orElse(RowView row, long ifAbsent) {
    return row instanceof ResidentRow resident ? resident.residentBlocksOr(ifAbsent) : ifAbsent;
  }

  /** As {@link #orElse(RowView, long)}, for a scored row. */
  public static long orElse(ScoredRows rows, int row, long ifAbsent) {
    return rows instanceof ResidentRows resident
        ? resident.residentBlocksOr(row, ifAbsent)
        : ifAbsent;
  }
}
