package kvproof.soak.situation;

import static kvproof.soak.situation.Promise.EVERY_PROFILE;
import static kvproof.soak.situation.Promise.WORKERS_DIFFER;
import static kvproof.soak.situation.Refusal.ATTACHED_TO_TARGET;
import static kvproof.soak.situation.Refusal.NO_ENDPOINT;
import static kvproof.soak.situation.Refusal.OTHER_WORKER_TYPE;
import static kvproof.soak.situation.Refusal.OUTSIDE_REQUIRED_ISLAND;
import static kvproof.soak.situation.Refusal.PERSISTENT_OWNER_SPEAKS;
import static kvproof.soak.situation.Refusal.UNKNOWN_EVENT_SOURCE;
import static kvproof.soak.situation.Refusal.UNLISTED;
import static kvproof.soak.situation.Situation.ofTarget;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import kvproof.model.Answer.SourceInterval;
import kvproof.model.CacheOwner;
import kvproof.model.Island;
import kvproof.model.Owner;
import kvproof.model.WorkerWithDpRank;

/** Who may not serve, where that decides the choice; islands. */
final class EligibilitySituations {
  private EligibilitySituations() {}

  static List<Situation> all() {
    return List.of(
        refused("best source is attached to the target", EVERY_PROFILE, ATTACHED_TO_TARGET),
        refused("best source is not listed", WORKERS_DIFFER, UNLISTED),
        refused(
            "a persistent owner speaks for the best source",
            WORKERS_DIFFER,
            PERSISTENT_OWNER_SPEAKS),
        refused("best source has an unknown event source", WORKERS_DIFFER, UNKNOWN_EVENT_SOURCE),
        refused(
            "best rank is of another worker type",
            WORKERS_DIFFER,
            OTHER_WORKER_TYPE,
            EligibilitySituations::isRank),
        refused(
            "best cache owner is of another worker type",
            EVERY_PROFILE,
            OTHER_WORKER_TYPE,
            EligibilitySituations::isCacheOwner),
        refused(
            "best rank has no endpoint",
            WORKERS_DIFFER,
            NO_ENDPOINT,
            EligibilitySituations::isRank),
        refused(
            "best cache owner has no endpoint",
            EVERY_PROFILE,
            NO_ENDPOINT,
            EligibilitySituations::isCacheOwner),
        refused(
            "best source is outside a required island", WORKERS_DIFFER, OUTSIDE_REQUIRED_ISLAND),
        ofTarget(
            "the target is not listed",
            WORKERS_DIFFER,
            scene -> isUnfit(scene, !scene.snapshots().workers().isConfigured(scene.target()))),
        ofTarget(
            "the target has no worker type",
            WORKERS_DIFFER,
            scene -> isUnfit(scene, scene.snapshots().workers().isConfigured(scene.target()))),
        ofTarget(
            "a preferred island beats a longer source",
            WORKERS_DIFFER,
            scene ->
                scene.prefersHome()
                    && scene.choice().source().filter(scene::isAtHome).isPresent()
                    && scene.eligible().stream()
                        .anyMatch(
                            held ->
                                !scene.isAtHome(held.owner())
                                    && held.interval().end() > scene.choice().end())),
        ofTarget(
            "nobody in a preferred island serves and somebody outside does",
            WORKERS_DIFFER,
            scene ->
                scene.prefersHome()
                    && scene
                        .choice()
                        .source()
                        .filter(source -> !scene.isAtHome(source))
                        .isPresent()),
        ofTarget(
            "the same island value in another domain is outside",
            WORKERS_DIFFER,
            scene -> isLostOutside(scene, owner -> hasOtherDomain(scene, owner))),
        ofTarget(
            "a cache owner without attachment is in no island",
            WORKERS_DIFFER,
            scene ->
                isLostOutside(
                    scene,
                    owner ->
                        isCacheOwner(owner)
                            && Refusal.identity(owner, scene.snapshots()).isEmpty())),
        ofTarget(
            "a cache owner is in the island of its attached rank",
            WORKERS_DIFFER,
            scene ->
                scene
                    .choice()
                    .source()
                    .filter(EligibilitySituations::isCacheOwner)
                    .filter(scene::isAtHome)
                    .isPresent()),
        ofTarget(
            "a target without an island takes a source that has one",
            WORKERS_DIFFER,
            scene ->
                scene.home().isEmpty()
                    && scene.choice().source().flatMap(scene::island).isPresent()));
  }

  private static Situation refused(String name, Promise promise, Refusal refusal) {
    return refused(name, promise, refusal, owner -> true);
  }

  private static Situation refused(
      String name, Promise promise, Refusal refusal, Predicate<Owner> source) {
    return ofTarget(name, promise, scene -> scene.isDecisive(refusal, source));
  }

  private static boolean isRank(Owner owner) {
    return owner instanceof WorkerWithDpRank;
  }

  private static boolean isCacheOwner(Owner owner) {
    return owner instanceof CacheOwner;
  }

  /** Nothing but the target itself keeps it from a source. */
  private static boolean isUnfit(TargetScene scene, boolean isTheReason) {
    return isTheReason
        && !scene.isFit()
        && scene.answer().isOnChain(scene.target())
        && scene.usable().stream()
            .anyMatch(held -> !scene.refusals(held.owner()).contains(NO_ENDPOINT));
  }

  /** Were it not for the island, such a source would have been chosen. */
  private static boolean isLostOutside(TargetScene scene, Predicate<Owner> source) {
    Set<Refusal> island = EnumSet.of(OUTSIDE_REQUIRED_ISLAND);
    return scene.home().isPresent()
        && scene.mayFetch()
        && scene.usable().stream()
            .filter(held -> source.test(held.owner()))
            .filter(held -> island.containsAll(scene.refusals(held.owner())))
            .anyMatch(held -> isBetterAnywhere(scene, held));
  }

  private static boolean isBetterAnywhere(TargetScene scene, SourceInterval held) {
    Optional<Owner> chosen = scene.choice().source();
    int end = held.interval().end();
    return chosen.isEmpty()
        || end > scene.choice().end()
        || (end == scene.choice().end() && held.owner().compareTo(chosen.get()) < 0);
  }

  private static boolean hasOtherDomain(TargetScene scene, Owner source) {
    Optional<Island> island = scene.island(source);
    return island.isPresent()
        && island.get().value().equals(scene.home().orElseThrow().value())
        && !island.get().domain().equals(scene.home().orElseThrow().domain());
  }
}
