package kvproof.soak.situation;

import static kvproof.soak.situation.Situation.ofChoice;
import static kvproof.soak.situation.Situation.ofScheduling;

import java.util.List;
import kvproof.model.SchedulingStep.ClockAdvanced;
import kvproof.model.SelectionError;
import kvproof.model.SelectionError.AllEligibleWorkersOverloaded;
import kvproof.model.SelectionError.BookingFailure;
import kvproof.model.SelectionError.Conflict;
import kvproof.model.SelectionError.DeadlineExceeded;
import kvproof.model.SelectionError.LimitKind;
import kvproof.model.SelectionError.NoEndpoints;
import kvproof.model.SelectionError.PinnedWorkerNotAllowed;
import kvproof.model.SelectionError.PinnedWorkerOverloaded;
import kvproof.model.SelectionError.QueueRejected;
import kvproof.model.WorkerWithDpRank;

/** Why a request gets no worker. */
final class RefusalSituations {
  private RefusalSituations() {}

  static List<Situation> all() {
    return List.of(
        ofScheduling(
            "a deadline that is over at the arrival",
            scene -> scene.refusesArrival(DeadlineExceeded.class::isInstance)),
        ofScheduling(
            "a deadline passes while the request waits",
            scene ->
                scene.step() instanceof ClockAdvanced
                    && scene.refusesWaiting(DeadlineExceeded.class::isInstance)),
        ofScheduling(
            "a missed deadline lets somebody else go",
            scene ->
                scene.step() instanceof ClockAdvanced
                    && scene.refuses(DeadlineExceeded.class::isInstance)
                    && !scene.choices().isEmpty()),
        ofScheduling(
            "as many requests wait as may", scene -> isRejected(scene, LimitKind.REQUESTS)),
        ofScheduling(
            "as many tokens wait as may", scene -> isRejected(scene, LimitKind.RAW_ISL_TOKENS)),
        ofScheduling(
            "as many cached tokens wait as may",
            scene -> isRejected(scene, LimitKind.CACHED_TOKENS)),
        ofScheduling(
            "a class in which nobody waits rejects",
            scene -> scene.refuses(RefusalSituations::isOfLimitZero)),
        ofChoice(
            "a class in which nobody waits lets a request pass", scene -> goesPastTheQueue(scene)),
        ofScheduling(
            "everybody is overloaded",
            scene -> scene.refuses(AllEligibleWorkersOverloaded.class::isInstance)),
        ofScheduling(
            "the pinned worker is overloaded",
            scene -> scene.refuses(PinnedWorkerOverloaded.class::isInstance)),
        ofScheduling(
            "the pin is not allowed",
            scene -> scene.refuses(PinnedWorkerNotAllowed.class::isInstance)),
        ofScheduling("a pin that no worker has", scene -> isPinOfNobody(scene)),
        ofScheduling(
            "nobody may run a request",
            scene -> scene.refusesArrival(NoEndpoints.class::isInstance)),
        ofScheduling(
            "nobody is left for a request that waits",
            scene -> scene.refusesWaiting(NoEndpoints.class::isInstance)),
        ofScheduling("an id that is reserved", scene -> scene.refuses(Conflict.class::isInstance)),
        ofScheduling(
            "an id that is booked", scene -> scene.refuses(BookingFailure.class::isInstance)));
  }

  private static boolean isRejected(SchedulingScene scene, LimitKind kind) {
    return scene.refuses(
        error ->
            error instanceof QueueRejected rejected
                && rejected.limitKind() == kind
                && rejected.limit() > 0);
  }

  private static boolean isOfLimitZero(SelectionError error) {
    return error instanceof QueueRejected rejected && rejected.limit() == 0;
  }

  /** Chosen at once, and a limit of its class is 0, whichever class that is. */
  private static boolean goesPastTheQueue(ChoiceScene scene) {
    return scene.request().admission().isQueued()
        && scene.waited().isEmpty()
        && !scene.scene().ledger().members().isEmpty();
  }

  private static boolean isPinOfNobody(SchedulingScene scene) {
    return scene.refusesArrival(NoEndpoints.class::isInstance)
        && scene
            .submitted()
            .flatMap(request -> request.constraints().pin())
            .filter(pin -> !scene.ledger().members().isEmpty() && !isMember(scene, pin))
            .isPresent();
  }

  private static boolean isMember(SchedulingScene scene, WorkerWithDpRank pin) {
    return scene.ledger().isMember(pin);
  }
}
