package kvproof.router.policy;

/** Chooses one of the scored rows. */
public non-sealed interface Picker extends PolicyComponent {

  /** A row from 0 up to {@code rows.size()}, which is at least 1; any other fails the selection. */
  int pick(SelectionContext context, ScoredRows rows);
}
