package kvproof.soak.situation;

import static kvproof.soak.situation.Promise.EVERY_PROFILE;
import static kvproof.soak.situation.Promise.WORKERS_DIFFER;
import static kvproof.soak.situation.Situation.ofEvent;
import static kvproof.soak.situation.Situation.ofReplacement;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import kvproof.model.CacheOwner;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.WorkerWithDpRank;

/** Owners that are cleared, leave and return, and snapshots that change the answers. */
final class DepartureSituations {
  private DepartureSituations() {}

  static List<Situation> all() {
    return List.of(
        ofEvent(
            "a clear of one rank and its sibling keeps its blocks",
            EVERY_PROFILE,
            scene ->
                clearedRank(scene)
                    .filter(scene.before()::holdsAnything)
                    .filter(rank -> EventScene.holdingRanks(scene.after(), rank.workerId()) > 0)
                    .isPresent()),
        ofEvent(
            "a cleared rank stays seen",
            EVERY_PROFILE,
            scene ->
                clearedRank(scene).isPresent()
                    && scene.wasSeen()
                    && scene.residentAfter().isPresent()),
        ofEvent(
            "a clear of a cache owner that holds something",
            EVERY_PROFILE,
            scene ->
                clearedRank(scene).isEmpty()
                    && clearedOwner(scene).filter(scene.before()::holdsAnything).isPresent()),
        ofEvent(
            "a clear of a rank and a cache owner that both hold something",
            EVERY_PROFILE,
            scene ->
                clearedRank(scene).filter(scene.before()::holdsAnything).isPresent()
                    && clearedOwner(scene).filter(scene.before()::holdsAnything).isPresent()),
        ofEvent(
            "a rank is removed and its sibling keeps its blocks",
            EVERY_PROFILE,
            scene ->
                scene.event() instanceof RankRemoved(var rank)
                    && scene.before().holdsAnything(rank)
                    && EventScene.holdingRanks(scene.after(), rank.workerId()) > 0),
        ofEvent(
            "a worker is removed with several ranks that hold something",
            EVERY_PROFILE,
            scene ->
                scene.event() instanceof WorkerRemoved(long workerId)
                    && EventScene.holdingRanks(scene.before(), workerId) > 1),
        ofEvent(
            "a cache owner keeps its blocks when the rank it is projected to leaves",
            EVERY_PROFILE,
            EventScene::leavesAProjectedOwner),
        ofEvent(
            "a removed rank returns",
            EVERY_PROFILE,
            scene -> stores(scene, scene.past()::wasRemoved)),
        ofEvent(
            "a removed worker returns",
            EVERY_PROFILE,
            scene -> stores(scene, rank -> scene.past().wasRemoved(rank.workerId()))),
        ofReplacement(
            "a new list of workers changes a choice",
            WORKERS_DIFFER,
            replacement -> replacement.isOfWorkers() && replacement.changesAChoice()),
        ofReplacement(
            "a new list of cache owners changes a choice",
            EVERY_PROFILE,
            replacement -> replacement.isOfResidency() && replacement.changesAChoice()),
        ofReplacement(
            "a new list of cache owners changes what a rank holds",
            EVERY_PROFILE,
            replacement -> replacement.isOfResidency() && replacement.changesAnOverlap()));
  }

  private static Optional<WorkerWithDpRank> clearedRank(EventScene scene) {
    return scene.event() instanceof Cleared cleared ? cleared.rank() : Optional.empty();
  }

  private static Optional<CacheOwner> clearedOwner(EventScene scene) {
    return scene.event() instanceof Cleared cleared ? cleared.cacheOwner() : Optional.empty();
  }

  /** A rank stores at least one block. */
  private static boolean stores(EventScene scene, Predicate<WorkerWithDpRank> wanted) {
    return scene
        .taken()
        .filter(stored -> !stored.externalHashes().isEmpty())
        .filter(stored -> stored.owner() instanceof WorkerWithDpRank rank && wanted.test(rank))
        .isPresent();
  }
}
