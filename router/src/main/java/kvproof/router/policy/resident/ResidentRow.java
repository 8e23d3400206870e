package kvproof.router.policy.resident;

import java.util.OptionalLong;

/** A row view that can say how many blocks its rank holds. */
public interface ResidentRow {

  /** Read live at each call; empty: not declared by the reader, or not known of the rank. */
  OptionalLong residentBlocks();

  /** As {@link #residentBlocks()}, {@code ifAbsent} where that is empty. */
  long residentBlocksOr(long ifAbsent);
}
