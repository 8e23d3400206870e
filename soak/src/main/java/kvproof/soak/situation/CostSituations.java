package kvproof.soak.situation;

import static kvproof.soak.situation.Situation.ofChoice;

import java.util.List;
import kvproof.model.CacheOwner;
import kvproof.oracles.scheduling.WeighedChoice.Part;

/** What decides which rank gets a request. */
final class CostSituations {
  private CostSituations() {}

  static List<Situation> all() {
    return List.of(
        ofChoice(
            "what can be fetched decides the choice",
            scene -> scene.isDecidedBy(Part.FETCH_CREDIT)),
        ofChoice(
            "decay of credit decides the choice", scene -> scene.isDecidedBy(Part.OVERLAP_DECAY)),
        ofChoice(
            "preferred taints decide the choice",
            scene -> scene.isDecidedBy(Part.PREFERRED_TAINTS)),
        ofChoice(
            "the shared cache decides the choice", scene -> scene.isDecidedBy(Part.SHARED_HITS)),
        ofChoice("lower tiers decide the choice", scene -> scene.isDecidedBy(Part.LOWER_TIERS)),
        ofChoice("load decides the choice", scene -> scene.isDecidedBy(Part.LOAD)),
        ofChoice("blocks to be fetched are booked as prefill", scene -> booksWhatItFetches(scene)),
        ofChoice(
            "two ranks are equally cheap",
            scene -> scene.chosen().draws().bounds().equals(List.of(2))),
        ofChoice(
            "three ranks or more are equally cheap",
            scene -> scene.chosen().draws().bounds().size() > 1),
        ofChoice(
            "a tie is given up for a cheaper rank",
            scene ->
                !scene.chosen().draws().bounds().isEmpty()
                    && scene.choice().cheapest().size() == 1),
        ofChoice(
            "a dearer rank is drawn at a temperature",
            scene ->
                !scene.isWithoutTemperature()
                    && !scene.choice().cheapest().contains(scene.choice().taken())),
        ofChoice(
            "a pinned choice at a temperature draws nothing",
            scene -> scene.isPinned() && isWarm(scene) && scene.isWithoutTemperature()),
        ofChoice("affinity narrows the choice", scene -> isNarrowed(scene)),
        ofChoice("affinity to nobody who may run it", scene -> isAffinityIdle(scene)),
        ofChoice("a pin wins over affinity", scene -> scene.isPinned() && isElsewhere(scene)),
        ofChoice(
            "a cache owner is the source of a hint",
            scene ->
                scene.hint().isPresent() && scene.chosen().source().get() instanceof CacheOwner),
        ofChoice(
            "a query goes without a source",
            scene ->
                !scene.books()
                    && scene.choice().source().source().isEmpty()
                    && scene.chosen().frontier() < scene.request().localHashes().size()),
        ofChoice("a decode choice without prefill", scene -> isDecode(scene)),
        ofChoice(
            "a prompt without a complete block",
            scene -> scene.request().localHashes().isEmpty() && scene.request().promptTokens() > 0),
        ofChoice("a prompt without tokens", scene -> scene.request().promptTokens() == 0));
  }

  private static boolean booksWhatItFetches(ChoiceScene scene) {
    return scene.books()
        && scene.countsPrefill()
        && scene.chosen().creditedEnd() > scene.chosen().frontier()
        && scene.chosen().effectivePrefillTokens() > tokensBehindTheEnd(scene);
  }

  /** What is left of the prompt behind the credited end. */
  private static long tokensBehindTheEnd(ChoiceScene scene) {
    long blockSize = scene.scene().ledger().settings().orElseThrow().blockSize();
    return scene.request().promptTokens() - scene.chosen().creditedEnd() * blockSize;
  }

  private static boolean isWarm(ChoiceScene scene) {
    return scene.request().override().temperature().isPresent()
        ? scene.request().override().temperature().getAsDouble() > 0
        : scene.scene().ledger().settings().filter(set -> set.temperature() > 0).isPresent();
  }

  /** Somebody else would be eligible; whether they are is left to overload and taints. */
  private static boolean isNarrowed(ChoiceScene scene) {
    return !scene.isPinned()
        && scene
            .request()
            .constraints()
            .affinity()
            .filter(target -> scene.choice().compared().stream().allMatch(target::includes))
            .isPresent()
        && scene.scene().after().ranks().size() > scene.choice().compared().size();
  }

  private static boolean isAffinityIdle(ChoiceScene scene) {
    return !scene.isPinned() && isElsewhere(scene);
  }

  private static boolean isElsewhere(ChoiceScene scene) {
    return scene
        .request()
        .constraints()
        .affinity()
        .filter(target -> !target.includes(scene.choice().taken()))
        .isPresent();
  }

  private static boolean isDecode(ChoiceScene scene) {
    return !scene.countsPrefill()
        && scene.scene().ledger().settings().filter(settings -> settings.isDecode()).isPresent();
  }
}
