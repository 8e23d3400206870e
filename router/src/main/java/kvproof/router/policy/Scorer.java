package kvproof.router.policy;

/** Adds to the cost of each rank; lower is better. */
public non-sealed interface Scorer extends PolicyComponent {

  /**
   * Called once for each selection in which a rank is left.
   *
   * @param contributions takes one finite number for each row; they start as NaN, so that a row
   *     that is left out fails the selection
   */
  void score(SelectionContext context, BatchView rows, Contributions contributions);
}
