package kvproof.soak.situation;

import static kvproof.soak.situation.Situation.ofChoice;
import static kvproof.soak.situation.Situation.ofScheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import kvproof.soak.situation.ScheduleLedger.Waiting;

/** Whose turn it is: lanes, priorities, and classes with their deficits. */
final class TurnSituations {
  private TurnSituations() {}

  static List<Situation> all() {
    return List.of(
        ofChoice(
            "a blocked lane lets a later request pass",
            scene -> passes(scene, other -> other.isPinned())),
        ofChoice(
            "a pinned request passes one that may go anywhere",
            scene -> scene.isPinned() && passes(scene, other -> !other.isPinned())),
        ofChoice(
            "a higher priority passes an earlier request",
            scene -> passes(scene, other -> isLower(other, scene))),
        ofChoice(
            "a deadline passes an earlier request without one",
            scene ->
                scene.request().wishes().deadlineNanos().isPresent()
                    && passes(
                        scene,
                        other ->
                            isSameLane(other, scene)
                                && other.request().wishes().deadlineNanos().isEmpty())),
        ofChoice(
            "a shorter prefill passes an earlier request",
            scene -> passes(scene, other -> isLonger(other, scene))),
        ofChoice("a class pays more rounds than one", scene -> paysMoreThanOneRound(scene)),
        ofScheduling(
            "classes take turns in one drain",
            scene -> classes(scene).stream().distinct().count() > 1),
        ofScheduling(
            "a class goes on with what is left of its deficit", scene -> goesOn(classes(scene))));
  }

  /** Whether somebody of the same class who waited longer waits on. */
  private static boolean passes(ChoiceScene scene, Predicate<Waiting> isSuch) {
    if (!scene.hasWaited()) {
      return false;
    }
    Waiting waited = scene.waited().orElseThrow();
    return scene.scene().ledger().waiting().stream()
        .takeWhile(other -> !other.equals(waited))
        .filter(other -> other.policyClass().equals(waited.policyClass()))
        .filter(scene.stillWaiting()::contains)
        .anyMatch(isSuch);
  }

  private static boolean isSameLane(Waiting other, ChoiceScene scene) {
    return other.request().constraints().pin().equals(scene.request().constraints().pin());
  }

  private static boolean isLower(Waiting other, ChoiceScene scene) {
    return isSameLane(other, scene)
        && Integer.compareUnsigned(
                other.request().wishes().strictPriority(),
                scene.request().wishes().strictPriority())
            < 0;
  }

  private static boolean isLonger(Waiting other, ChoiceScene scene) {
    return isSameLane(other, scene)
        && other.request().wishes().equals(scene.request().wishes())
        && other.cost() > scene.waited().orElseThrow().cost();
  }

  private static boolean paysMoreThanOneRound(ChoiceScene scene) {
    return scene.hasWaited()
        && scene
            .waited()
            .flatMap(
                waited ->
                    scene
                        .scene()
                        .ledger()
                        .queueClass(waited.policyClass())
                        .filter(known -> waited.cost() > 2 * known.quantum()))
            .isPresent();
  }

  /** Of those who waited, in the order in which they were chosen. */
  private static List<String> classes(SchedulingScene scene) {
    List<String> classes = new ArrayList<>();
    for (ChoiceScene choice : scene.choices()) {
      if (choice.hasWaited()) {
        classes.add(choice.waited().orElseThrow().policyClass());
      }
    }
    return classes;
  }

  /** Twice the same, and another one right before or after. */
  private static boolean goesOn(List<String> classes) {
    for (int i = 1; i < classes.size(); i++) {
      boolean isAgain = classes.get(i).equals(classes.get(i - 1));
      boolean isOtherBefore = i > 1 && !classes.get(i - 2).equals(classes.get(i));
      boolean isOtherAfter = i + 1 < classes.size() && !classes.get(i + 1).equals(classes.get(i));
      if (isAgain && (isOtherBefore || isOtherAfter)) {
        return true;
      }
    }
    return false;
  }
}
