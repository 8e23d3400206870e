package kvproof.router.policy;

/** Says which eligible ranks stay in a selection. */
public non-sealed interface Filter extends PolicyComponent {

  /** Called for each eligible rank that no filter before it rejected. */
  FilterVerdict judge(SelectionContext context, RowView row);
}
