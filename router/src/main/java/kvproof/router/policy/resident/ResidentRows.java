package kvproof.router.policy.resident;

import java.util.OptionalLong;

/** Scored rows that can say how many blocks each rank holds. */
public interface ResidentRows {

  /** Read live at each call; empty: not declared by the picker, or not known of the rank. */
  OptionalLong residentBlocks(int row);

  /** As {@link #residentBlocks(int)}, {@code ifAbsent} where that is empty. */
  long residentBlocksOr(int row, long ifAbsent);
}
