package kvproof.soak.relation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import kvproof.model.Arrival;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
import kvproof.model.ResidencySnapshot;
import kvproof.model.SchedulingStep;
import kvproof.model.StreamState;
import kvproof.model.Verdict.Difference;
import kvproof.model.WorkerSnapshot;
import kvproof.soak.run.CaseCheck.FinishedCase;

/**
 * Neighbouring stores and removals of two owners change places until, between any other steps, the
 * larger owners come first: nothing changes.
 *
 * <p>Clears, departures and snapshots stay where they are: they may concern several owners.
 */
final class OwnersReordered implements Relation {

  @Override
  public String name() {
    return "owners reordered";
  }

  @Override
  public List<Case> transform(FinishedCase finished) {
    List<CaseStep> steps = new ArrayList<>(finished.soakCase().steps());
    for (int sorted = 1; sorted < steps.size(); sorted++) {
      for (int i = sorted; i > 0 && isToBeSwapped(steps.get(i - 1), steps.get(i)); i--) {
        Collections.swap(steps, i - 1, i);
      }
    }
    return ChangedHistory.of(finished.soakCase(), steps);
  }

  private static boolean isToBeSwapped(CaseStep earlier, CaseStep later) {
    Optional<Owner> first = owner(earlier);
    Optional<Owner> second = owner(later);
    return first.isPresent() && second.isPresent() && first.get().compareTo(second.get()) < 0;
  }

  private static Optional<Owner> owner(CaseStep step) {
    return switch (step) {
      case Stored stored -> Optional.of(stored.owner());
      case Removed removed -> Optional.of(removed.owner());
      case Cleared _,
          RankRemoved _,
          WorkerRemoved _,
          ResidencySnapshot _,
          WorkerSnapshot _,
          StreamState _,
          SchedulingStep _,
          Arrival _ ->
          Optional.empty();
    };
  }

  @Override
  public List<Difference> check(FinishedCase finished, Case changed, Replay replay) {
    return Comparison.unchanged(finished, replay);
  }
}
