package kvproof.soak.situation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import kvproof.model.SchedulerState;
import kvproof.model.SchedulerState.RankLoad;
import kvproof.model.SchedulingDecision;
import kvproof.model.SchedulingDecision.Chosen;
import kvproof.model.SchedulingDecision.Refused;
import kvproof.model.SchedulingStep;
import kvproof.model.SchedulingStep.Submitted;
import kvproof.model.SelectionError;
import kvproof.model.SelectionRequest;
import kvproof.oracles.scheduling.WeighedChoice;
import kvproof.soak.situation.ScheduleLedger.Waiting;

/**
 * A step that a scheduler took, and all that it decided.
 *
 * @param ledger what was known before, but with the request that begins to wait
 * @param choices in the order in which they were made
 */
record SchedulingScene(
    SchedulingStep step,
    List<SchedulingDecision> decisions,
    SchedulerState before,
    SchedulerState after,
    ScheduleLedger ledger,
    List<ChoiceScene> choices) {

  static SchedulingScene of(
      SchedulingStep step,
      List<SchedulingDecision> decisions,
      SchedulerState before,
      SchedulerState after,
      ScheduleLedger ledger,
      List<WeighedChoice> weighed) {
    List<ChoiceScene> choices = new ArrayList<>();
    var scene = new SchedulingScene(step, decisions, before, after, ledger, choices);
    List<Waiting> stillWaiting = new ArrayList<>(ledger.waiting());
    List<Chosen> chosen =
        decisions.stream().filter(Chosen.class::isInstance).map(Chosen.class::cast).toList();
    for (int i = 0; i < Math.min(weighed.size(), chosen.size()); i++) {
      WeighedChoice choice = weighed.get(i);
      Optional<Waiting> waited =
          stillWaiting.stream().filter(each -> each.request().equals(choice.request())).findFirst();
      waited.ifPresent(stillWaiting::remove);
      choices.add(new ChoiceScene(scene, choice, chosen.get(i), waited, List.copyOf(stillWaiting)));
    }
    return scene;
  }

  Optional<SelectionRequest> submitted() {
    return step instanceof Submitted(var request) ? Optional.of(request) : Optional.empty();
  }

  Stream<Refused> refusals() {
    return decisions.stream().filter(Refused.class::isInstance).map(Refused.class::cast);
  }

  /** Whether somebody is refused with such an error. */
  boolean refuses(Predicate<SelectionError> isSuch) {
    return refusals().anyMatch(refused -> isSuch.test(refused.error()));
  }

  /** Whether somebody who waited is refused with such an error. */
  boolean refusesWaiting(Predicate<SelectionError> isSuch) {
    return refusals()
        .anyMatch(
            refused ->
                isSuch.test(refused.error())
                    && !isSubmitted(refused.requestId())
                    && ledger.waits(refused.requestId()));
  }

  /** Whether the request of this step is refused with such an error. */
  boolean refusesArrival(Predicate<SelectionError> isSuch) {
    return refusals()
        .anyMatch(refused -> isSuch.test(refused.error()) && isSubmitted(refused.requestId()));
  }

  boolean isSubmitted(String id) {
    return submitted().filter(request -> request.id().equals(id)).isPresent();
  }

  static long requests(SchedulerState state) {
    return state.ranks().values().stream().mapToLong(RankLoad::activeRequests).sum();
  }

  /** Bookings that ended in this step, if nobody undid one of those that were made in it. */
  long bookingsEnded() {
    long made = choices.stream().filter(choice -> choice.request().admission().books()).count();
    return requests(before) + made - requests(after);
  }
}
