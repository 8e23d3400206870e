package kvproof.router.policy;

/** One group of inputs, row by row along the scored rows. */
public interface Column<V> {

  /** That of the scored rows. */
  int size();

  /**
   * The inputs of one row; always the same object, so a call makes the row before it invalid.
   *
   * <p>Throws {@link IndexOutOfBoundsException} if there is no such row.
   */
  V row(int row);
}
