package kvproof.soak.situation;

import static kvproof.soak.situation.Situation.ofChoice;
import static kvproof.soak.situation.Situation.ofScheduling;

import java.util.List;
import java.util.stream.Stream;
import kvproof.model.Admission;
import kvproof.model.SchedulingDecision.Answered;
import kvproof.model.SchedulingStep.AnswersHeld;
import kvproof.model.SchedulingStep.Cancelled;
import kvproof.model.SchedulingStep.ClockAdvanced;
import kvproof.model.SchedulingStep.HealthReplaced;
import kvproof.model.SchedulingStep.PrefillCompleted;
import kvproof.model.SchedulingStep.Released;
import kvproof.model.SchedulingStep.WorkersReplaced;
import kvproof.model.SelectionError.SelectedWorkerGone;

/** Requests that wait, what lets them go, and what happens before they are told. */
final class WaitingSituations {
  private WaitingSituations() {}

  static List<Situation> all() {
    return List.of(
        ofChoice(
            "a prefill ends and a request need not wait any more",
            scene -> scene.isFreedBy(PrefillCompleted.class)),
        ofChoice(
            "a release and a request need not wait any more",
            scene -> scene.isFreedBy(Released.class)),
        ofChoice(
            "a worker comes and a request need not wait any more",
            scene -> isFreedByAWorker(scene)),
        ofChoice(
            "better health and a request need not wait any more",
            scene -> scene.isFreedBy(HealthReplaced.class)),
        ofChoice(
            "a booking is undone and a request need not wait any more",
            scene -> scene.isFreedBy(Cancelled.class)),
        ofChoice(
            "load decays and a request need not wait any more", scene -> isFreedByDecay(scene)),
        ofChoice(
            "a booking expires and a request need not wait any more",
            scene -> scene.isFreedBy(ClockAdvanced.class) && scene.scene().bookingsEnded() > 0),
        ofChoice(
            "chosen in a drain while answers are held",
            scene -> scene.hasWaited() && scene.scene().ledger().isHeld()),
        ofChoice(
            "an advisory choice past requests that wait",
            scene ->
                scene.request().admission() == Admission.ADVISORY
                    && !scene.stillWaiting().isEmpty()),
        ofChoice(
            "a hint of a continuation for a request that waited",
            scene ->
                scene.hasWaited() && scene.chosen().frontier() > 0 && scene.hint().isPresent()),
        ofScheduling(
            "cancelled while it waits",
            scene -> scene.step() instanceof Cancelled(var id) && scene.ledger().waits(id)),
        ofScheduling(
            "cancelled between choice and answer",
            scene ->
                scene.step() instanceof Cancelled(var id)
                    && scene.ledger().unanswered(id).isPresent()),
        ofScheduling(
            "released between choice and answer",
            scene ->
                scene.step() instanceof Released(var id)
                    && scene.ledger().unanswered(id).isPresent()),
        ofScheduling(
            "the chosen rank is gone at the answer",
            scene -> scene.refuses(SelectedWorkerGone.class::isInstance)),
        ofScheduling(
            "a lease is told of a rank that is gone", scene -> tellsALeaseOfAGoneRank(scene)),
        ofScheduling(
            "the source is gone between choice and answer",
            scene -> losesASourceBeforeTheAnswer(scene)));
  }

  private static boolean isFreedByAWorker(ChoiceScene scene) {
    return scene.isFreedBy(WorkersReplaced.class)
        && !scene.scene().ledger().isMember(scene.choice().taken());
  }

  /** Time passes, no booking ends, and yet there is room. */
  private static boolean isFreedByDecay(ChoiceScene scene) {
    return scene.isFreedBy(ClockAdvanced.class) && scene.scene().bookingsEnded() == 0;
  }

  private static boolean tellsALeaseOfAGoneRank(SchedulingScene scene) {
    return answersFromHold(scene)
        .anyMatch(
            answered ->
                scene
                    .ledger()
                    .unanswered(answered.requestId())
                    .filter(chosen -> chosen.admission() == Admission.LEASE)
                    .filter(chosen -> !scene.ledger().isMember(chosen.rank()))
                    .isPresent());
  }

  private static boolean losesASourceBeforeTheAnswer(SchedulingScene scene) {
    return answersFromHold(scene)
        .anyMatch(
            answered ->
                answered.hint().isEmpty()
                    && scene
                        .ledger()
                        .unanswered(answered.requestId())
                        .filter(chosen -> chosen.source().isPresent())
                        .isPresent());
  }

  private static Stream<Answered> answersFromHold(SchedulingScene scene) {
    return scene.step() instanceof AnswersHeld(boolean held) && !held
        ? scene.decisions().stream().filter(Answered.class::isInstance).map(Answered.class::cast)
        : Stream.empty();
  }
}
