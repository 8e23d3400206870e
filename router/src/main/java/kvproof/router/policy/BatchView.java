package kvproof.router.policy;

import java.util.OptionalLong;

/** All ranks that no filter rejected, sorted by rank. */
public interface BatchView {

  /** At least 1. */
  int size();

  /**
   * The row from 0 up to {@link #size()}.
   *
   * <p>Always the same object: a call makes the row before it invalid. Throws {@link
   * IndexOutOfBoundsException} if there is no such row.
   */
  RowView row(int row);

  /**
   * The smallest number of active prefill tokens of any eligible rank, also of those that a filter
   * rejected; a rank without a projection counts as 0. Computed at each call; empty unless {@link
   * InputSet#LOAD} was declared.
   */
  OptionalLong leastActivePrefillTokens();

  /** As {@link #leastActivePrefillTokens()}, {@code ifAbsent} where that is empty. */
  long leastActivePrefillTokensOr(long ifAbsent);
}
