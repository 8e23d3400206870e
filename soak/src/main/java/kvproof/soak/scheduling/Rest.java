package kvproof.soak.scheduling;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import kvproof.model.Admission;
import kvproof.model.BlockHashes;
import kvproof.model.CaseStep;
import kvproof.model.SchedulerState;
import kvproof.model.SchedulerState.ClassCounters;
import kvproof.model.SchedulerState.RankLoad;
import kvproof.model.SchedulingDecision;
import kvproof.model.SchedulingDecision.Refused;
import kvproof.model.SchedulingStep;
import kvproof.model.SchedulingStep.AnswersHeld;
import kvproof.model.SchedulingStep.Cancelled;
import kvproof.model.SchedulingStep.Configured;
import kvproof.model.SchedulingStep.Released;
import kvproof.model.SchedulingStep.Submitted;
import kvproof.model.SelectionError.Conflict;
import kvproof.model.SelectionRequest;

/**
 * How a scheduler comes to rest: everybody is told, and every request is over.
 *
 * <p>What is left then was booked twice, released never, or waits for nothing; and every id is free
 * again.
 */
final class Rest {
  private static final int TOKENS = 1;

  private final Set<String> ids = new LinkedHashSet<>();
  private final Set<String> reserving = new LinkedHashSet<>();

  void add(CaseStep step) {
    switch (step) {
      case Configured _ -> {
        ids.clear();
        reserving.clear();
      }
      case Submitted(var request) -> {
        ids.add(request.id());
        if (request.admission() == Admission.BOOK) {
          reserving.add(request.id());
        }
      }
      default -> {} // names no request that the scheduler did not know before
    }
  }

  /** Nobody waits any longer, then everything booked is released. */
  List<SchedulingStep> byCancelling() {
    List<SchedulingStep> steps = new ArrayList<>(List.of(new AnswersHeld(false)));
    ids.forEach(id -> steps.add(new Cancelled(id)));
    steps.addAll(released());
    return steps;
  }

  /**
   * Everything booked is released, as often as there are requests: each round makes room for all
   * that wait in front.
   */
  List<SchedulingStep> byReleasing() {
    List<SchedulingStep> steps = new ArrayList<>(List.of(new AnswersHeld(false)));
    for (int round = 0; round < ids.size(); round++) {
      steps.addAll(released());
    }
    return steps;
  }

  /**
   * Every id that was reserved is released, whatever became of it, and asked for once more; to be
   * taken at rest.
   */
  List<SchedulingStep> byReservingAgain() {
    List<SchedulingStep> steps = new ArrayList<>();
    for (String id : reserving) {
      steps.add(new Released(id));
      steps.add(
          new Submitted(SelectionRequest.of(id, Admission.BOOK, BlockHashes.empty(), TOKENS)));
      steps.add(new Released(id));
    }
    return steps;
  }

  private List<Released> released() {
    return ids.stream().map(Released::new).toList();
  }

  static boolean isReached(SchedulerState state) {
    return state.ranks().values().stream().allMatch(new RankLoad(0, 0, 0)::equals)
        && state.classes().values().stream().allMatch(Rest::isEmpty);
  }

  /** Whether somebody is told that an id is reserved. */
  static boolean isConflict(SchedulingDecision decision) {
    return decision instanceof Refused(var _, var error) && error instanceof Conflict;
  }

  private static boolean isEmpty(ClassCounters counters) {
    return counters.pendingRequests() == 0
        && counters.pendingTokens() == 0
        && counters.pendingCachedTokens() == 0;
  }
}
