package kvproof.router.policy;

import kvproof.model.SelectionError;
import kvproof.model.SelectionError.AllEligibleWorkersFiltered;
import kvproof.model.SelectionError.FilterFailed;
import kvproof.model.SelectionError.InvalidPickerRow;
import kvproof.model.SelectionError.NoEndpoints;
import kvproof.model.SelectionError.NonFiniteCost;
import org.jspecify.annotations.Nullable;

/**
 * Runs a policy over the eligible ranks: filters, then scorers, then the picker.
 *
 * <p>Holds the scratch of one partition: once it has seen as many ranks, a selection allocates
 * nothing. Changes nothing outside, so that an advisory selection is one like any other. For one
 * thread at a time; its answers are those of the last {@link #run}. What a component throws is
 * thrown here.
 */
public final class PolicyRun {
  private static final int NOBODY = -1;

  private final Candidates candidates = new Candidates();
  private final RowCursor cursor = new RowCursor(candidates);
  private final SurvivorBatch batch = new SurvivorBatch(candidates, cursor);
  private final PickerRows scored = new PickerRows(candidates, cursor);
  private final Contributions contributions = new Contributions();
  private @Nullable SelectionError error;
  private int chosenRow = NOBODY;

  /**
   * The chosen candidate, or -1 and an {@link #error()}.
   *
   * @param inputs the ranks that are eligible, narrowed already to a pin or to the affinity target
   *     of an exclusive policy; without any the error is {@link NoEndpoints}, and why nobody is
   *     eligible is the caller's to find
   */
  public int run(WorkerSelectionPolicy policy, SelectionInputs inputs, SelectionContext context) {
    candidates.begin(inputs, context, PolicyRequirements.readsResidentBlocks(policy));
    chosenRow = NOBODY;
    error = inputs.candidateCount() == 0 ? new NoEndpoints() : failure(policy, context);
    return error == null ? candidates.survivor(chosenRow) : NOBODY;
  }

  private @Nullable SelectionError failure(WorkerSelectionPolicy policy, SelectionContext context) {
    @Nullable SelectionError failure = filter(policy, context);
    if (failure == null) {
      failure = score(policy, context);
    }
    return failure == null ? pick(policy, context) : failure;
  }

  private @Nullable SelectionError filter(WorkerSelectionPolicy policy, SelectionContext context) {
    int count = candidates.inputs().candidateCount();
    for (int candidate = 0; candidate < count; candidate++) {
      boolean isKept = true;
      for (int number = 0; number < policy.filterCount() && isKept; number++) {
        cursor.show(policy.filterInputs(number));
        switch (policy.filter(number).judge(context, cursor.moveTo(candidate))) {
          case FilterVerdict.Kept kept -> isKept = true;
          case FilterVerdict.Rejected rejected -> isKept = false;
          case FilterVerdict.Failed(String reason) -> {
            return new FilterFailed(number, reason);
          }
        }
      }
      if (isKept) {
        candidates.keep(candidate);
      }
    }
    return candidates.survivorCount() == 0 ? new AllEligibleWorkersFiltered() : null;
  }

  private @Nullable SelectionError score(WorkerSelectionPolicy policy, SelectionContext context) {
    scored.resetCosts();
    for (int number = 0; number < policy.scorerCount(); number++) {
      contributions.reset(candidates.survivorCount());
      cursor.show(policy.scorerInputs(number));
      policy.scorer(number).score(context, batch, contributions);
      int row = addUpToNonFinite();
      if (row < candidates.survivorCount()) {
        return new NonFiniteCost(number, row);
      }
    }
    return null;
  }

  /** Adds the contributions; the first row whose total is no finite number, or the row count. */
  private int addUpToNonFinite() {
    int count = candidates.survivorCount();
    for (int row = 0; row < count; row++) {
      // A total was finite before, so it stays finite only if the contribution is.
      if (!Double.isFinite(scored.add(row, contributions.cost(row)))) {
        return row;
      }
    }
    return count;
  }

  private @Nullable SelectionError pick(WorkerSelectionPolicy policy, SelectionContext context) {
    cursor.show(policy.pickerInputs());
    int row = policy.picker().pick(context, scored);
    if (row < 0 || row >= candidates.survivorCount()) {
      return new InvalidPickerRow(row, candidates.survivorCount());
    }
    chosenRow = row;
    return null;
  }

  /** Why nobody was chosen; throws {@link IllegalStateException} if somebody was. */
  public SelectionError error() {
    if (error == null) {
      throw new IllegalStateException("the selection has no error");
    }
    return error;
  }

  /** Total cost of the chosen row; throws {@link IllegalStateException} if nobody was chosen. */
  public double cost() {
    return scored.cost(requireChosenRow());
  }

  /** How many ranks no filter rejected. */
  int survivors() {
    return candidates.survivorCount();
  }

  /** The largest {@link SelectionFigures#rawCachedTokens} of the ranks that no filter rejected. */
  public long maxRawCachedTokens() {
    long most = 0;
    for (int row = 0; row < candidates.survivorCount(); row++) {
      most = Math.max(most, rawCachedTokens(row));
    }
    return most;
  }

  private long rawCachedTokens(int row) {
    return SelectionFigures.rawCachedTokens(
        candidates.inputs(), candidates.survivor(row), candidates.context().blockSize());
  }

  private int requireChosenRow() {
    if (chosenRow == NOBODY) {
      throw new IllegalStateException("nobody was chosen");
    }
    return chosenRow;
  }
}
