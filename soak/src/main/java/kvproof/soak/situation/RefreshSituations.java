package kvproof.soak.situation;

import static kvproof.soak.situation.Situation.ofChoice;

import java.util.List;
import java.util.Optional;
import kvproof.model.Owner;

/** Requests that are looked up again, and sources that leave while somebody waits for them. */
final class RefreshSituations {
  private RefreshSituations() {}

  static List<Situation> all() {
    return List.of(
        ofChoice("looked up again", scene -> scene.isRefreshed()),
        ofChoice("looked up again and another rank is cheapest", scene -> changesItsChoice(scene)),
        ofChoice(
            "looked up again and the source is lost",
            scene -> scene.isRefreshed() && before(scene).isPresent() && now(scene).isEmpty()),
        ofChoice(
            "looked up again and there is a source at last",
            scene -> scene.isRefreshed() && before(scene).isEmpty() && now(scene).isPresent()),
        ofChoice(
            "looked up again and the source is another",
            scene ->
                scene.isRefreshed()
                    && before(scene).isPresent()
                    && now(scene).isPresent()
                    && !before(scene).equals(now(scene))),
        ofChoice(
            "looked up again and the same source reaches further",
            scene ->
                scene.isRefreshed()
                    && before(scene).isPresent()
                    && before(scene).equals(now(scene))
                    && scene.choice().source().end() > scene.choice().sourceOfArrival().end()),
        ofChoice(
            "waited exactly as long as a look-up is good for",
            scene -> scene.isRefreshed() && waitedAsLongAsAllowed(scene)),
        ofChoice(
            "waited nearly too long and is not looked up again",
            scene -> waitsNearlyTooLong(scene)),
        ofChoice(
            "a source leaves while its request waits and another takes its place",
            scene -> sourceLeft(scene) && now(scene).isPresent()),
        ofChoice(
            "a source leaves while its request waits and there is no other",
            scene -> sourceLeft(scene) && now(scene).isEmpty()));
  }

  private static Optional<Owner> before(ChoiceScene scene) {
    return scene.choice().sourceOfArrival().source();
  }

  private static Optional<Owner> now(ChoiceScene scene) {
    return scene.choice().source().source();
  }

  private static boolean changesItsChoice(ChoiceScene scene) {
    return scene.isRefreshed()
        && scene.isWithoutTemperature()
        && !scene.choice().cheapestOfArrival().contains(scene.choice().taken());
  }

  private static boolean waitedAsLongAsAllowed(ChoiceScene scene) {
    return scene
        .scene()
        .ledger()
        .settings()
        .filter(settings -> settings.refreshAfterNanos().equals(scene.waitedNanos()))
        .isPresent();
  }

  private static boolean waitsNearlyTooLong(ChoiceScene scene) {
    return !scene.isRefreshed()
        && !scene.request().localHashes().isEmpty()
        && scene.waitedNanos().isPresent()
        && scene.scene().ledger().settings().stream()
            .flatMapToLong(settings -> settings.refreshAfterNanos().stream())
            .anyMatch(after -> scene.waitedNanos().getAsLong() == after - 1);
  }

  /** The look-up is that of the arrival, but what it found can no longer be fetched. */
  private static boolean sourceLeft(ChoiceScene scene) {
    if (!scene.hasWaited() || scene.isRefreshed()) {
      return false;
    }
    return scene
        .waited()
        .map(waited -> waited.sources().get(scene.choice().taken()))
        .flatMap(parked -> parked.source())
        .filter(source -> !Optional.of(source).equals(now(scene)))
        .isPresent();
  }
}
