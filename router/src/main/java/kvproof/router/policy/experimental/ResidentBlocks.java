package kvproof.router.policy.experimental;

import java.util.Arrays;
import java.util.OptionalLong;
import kvproof.router.policy.BatchView;
import kvproof.router.policy.InputSet;
import kvproof.router.policy.RowView;
import kvproof.router.policy.ScoredRows;
import kvproof.router.policy.resident.ResidentBatch;
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

  /**
   * Writes the blocks of every row's rank into {@code blocks}, row by row from 0, and {@code
   * ifAbsent} where {@link #orElse(RowView, long)} would say so; the quickest way to read them all.
   *
   * <p>Each number is read live, once. What the array holds beyond the rows stays. Allocates
   * nothing. Throws {@link IllegalArgumentException} if there are more rows than it has room for.
   */
  public static void read(BatchView rows, long ifAbsent, long[] blocks) {
    requireRoom(rows.size(), blocks);
    if (rows instanceof ResidentBatch resident) {
      resident.readResidentBlocks(ifAbsent, blocks);
    } else {
      Arrays.fill(blocks, 0, rows.size(), ifAbsent);
    }
  }

  /** As {@link #read(BatchView, long, long[])}, of the scored rows. */
  public static void read(ScoredRows rows, long ifAbsent, long[] blocks) {
    requireRoom(rows.size(), blocks);
    if (rows instanceof ResidentBatch resident) {
      resident.readResidentBlocks(ifAbsent, blocks);
    } else {
      Arrays.fill(blocks, 0, rows.size(), ifAbsent);
    }
  }

  private static void requireRoom(int rows, long[] blocks) {
    if (blocks.length < rows) {
      throw new IllegalArgumentException(
          "resident blocks of %d rows do not fit into an array of %d"
              .formatted(rows, blocks.length));
    }
  }
}
