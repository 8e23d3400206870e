package kvproof.soak.situation;

import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.HOST_PINNED;
import static kvproof.soak.situation.Promise.DEVICE_HOLES;
import static kvproof.soak.situation.Promise.EVERY_PROFILE;
import static kvproof.soak.situation.Promise.SEVERAL_HASH_LINES;
import static kvproof.soak.situation.Promise.WORKERS_DIFFER;
import static kvproof.soak.situation.Situation.ofAnswer;

import java.util.List;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import kvproof.model.Answer.SourceInterval;
import kvproof.model.WorkerWithDpRank;

/** Frontiers, and what opens, ends or hides an interval. */
final class IntervalSituations {
  private static final int CROWD = 8;

  private IntervalSituations() {}

  static List<Situation> all() {
    return List.of(
        ofAnswer(
            "a source rejoins at another rank's frontier",
            EVERY_PROFILE,
            scene -> hasContinuation(scene, later -> rejoins(scene, later))),
        ofAnswer(
            "a frontier clips a continuation at its start",
            EVERY_PROFILE,
            scene ->
                hasContinuation(
                    scene, held -> scene.isHeldExactly(held.owner(), held.interval().start() - 1))),
        ofAnswer(
            "one continuation runs past a second frontier",
            EVERY_PROFILE,
            scene ->
                hasContinuation(
                    scene,
                    held ->
                        scene.frontiers().stream()
                            .anyMatch(
                                frontier ->
                                    held.interval().start() < frontier
                                        && frontier < held.interval().end()))),
        ofAnswer("three frontiers or more", EVERY_PROFILE, scene -> scene.frontiers().size() >= 3),
        ofAnswer(
            "two ranks share a frontier that a source continues",
            EVERY_PROFILE,
            scene ->
                hasContinuation(scene, held -> ranksAt(scene, held.interval().start()).size() > 1)),
        ofAnswer(
            "eight sources or more at one frontier", EVERY_PROFILE, IntervalSituations::isCrowded),
        ofAnswer(
            "the frontier of a rank that is no target is continued",
            EVERY_PROFILE,
            scene ->
                hasContinuation(
                    scene,
                    held ->
                        scene.request().targets().stream()
                            .noneMatch(
                                target -> scene.frontier(target) == held.interval().start()))),
        ofAnswer(
            "the frontier of an unlisted rank is continued",
            WORKERS_DIFFER,
            scene ->
                hasContinuation(
                    scene,
                    held ->
                        ranksAt(scene, held.interval().start()).stream()
                            .noneMatch(scene.snapshots().workers()::isConfigured))),
        ofAnswer(
            "the frontier of a projected rank is continued",
            EVERY_PROFILE,
            scene ->
                hasContinuation(
                    scene,
                    held ->
                        ranksAt(scene, held.interval().start()).stream()
                            .allMatch(scene::needsProjection))),
        ofAnswer(
            "an owner that is not advertised is on the edge at a frontier",
            EVERY_PROFILE,
            scene ->
                hasFrontier(
                    scene,
                    position ->
                        scene.isHeldBy(
                            HOST_PINNED, position, owner -> !scene.mayBeASource(owner)))),
        ofAnswer(
            "nobody is on the edge at a frontier",
            EVERY_PROFILE,
            scene ->
                hasFrontier(
                    scene, position -> !scene.isHeldBy(HOST_PINNED, position, owner -> true))),
        ofAnswer(
            "everybody who holds anything is full",
            EVERY_PROFILE,
            scene -> scene.ranks().size() > 1 && scene.ranks().stream().allMatch(scene::isFull)),
        ofAnswer(
            "nobody is partial and a run stays unseen",
            EVERY_PROFILE,
            scene ->
                !scene.ranks().isEmpty()
                    && scene.ranks().stream().allMatch(scene::isFull)
                    && scene.holdings().owners(HOST_PINNED).stream()
                        .anyMatch(scene::hasUnseenHostBlocks)),
        ofAnswer(
            "a root prefix and a continuation of one source",
            EVERY_PROFILE,
            scene -> hasContinuation(scene, held -> scene.rootPrefix(held.owner()) > 0)),
        ofAnswer(
            "a device block alone opens no continuation",
            DEVICE_HOLES,
            scene -> hasFrontier(scene, position -> isOnDeviceAlone(scene, position))),
        ofAnswer(
            "a rank leaves the chain within what it holds",
            SEVERAL_HASH_LINES,
            scene ->
                scene.ranks().stream()
                    .anyMatch(rank -> scene.rootPrefix(rank) > 0 && !scene.isOnChain(rank))),
        ofAnswer(
            "a rank is off the chain from its first block",
            SEVERAL_HASH_LINES,
            scene -> scene.ranks().stream().anyMatch(rank -> scene.rootPrefix(rank) == 0)),
        ofAnswer(
            "the frontier of an off-chain rank opens nothing",
            SEVERAL_HASH_LINES,
            scene ->
                scene.ranks().stream()
                    .anyMatch(
                        rank ->
                            scene.isPartial(rank)
                                && !scene.isOnChain(rank)
                                && !scene.frontiers().contains(scene.frontier(rank)))),
        ofAnswer(
            "owners at a frontier know the next block by two hashes",
            SEVERAL_HASH_LINES,
            scene -> hasFrontier(scene, position -> hashesAt(scene, position) > 1)),
        ofAnswer(
            "a continuation reaches past the root prefix that it starts in",
            SEVERAL_HASH_LINES,
            scene ->
                hasContinuation(
                    scene, held -> held.interval().start() < scene.rootPrefix(held.owner()))));
  }

  private static boolean hasContinuation(AnswerScene scene, Predicate<SourceInterval> wanted) {
    return scene.intervals().stream()
        .anyMatch(held -> held.interval().start() > 0 && wanted.test(held));
  }

  private static boolean hasFrontier(AnswerScene scene, Predicate<Integer> wanted) {
    return scene.frontiers().stream().anyMatch(wanted);
  }

  /** An interval of the same source ended before this one starts. */
  private static boolean rejoins(AnswerScene scene, SourceInterval later) {
    return scene.intervals().stream()
        .anyMatch(
            earlier ->
                earlier.owner().equals(later.owner())
                    && earlier.interval().start() > 0
                    && earlier.interval().end() < later.interval().start());
  }

  /** The ranks on the chain whose frontier this is. */
  private static SortedSet<WorkerWithDpRank> ranksAt(AnswerScene scene, int frontier) {
    SortedSet<WorkerWithDpRank> ranks = new TreeSet<>(scene.ranks());
    ranks.removeIf(rank -> scene.frontier(rank) != frontier || !scene.isOnChain(rank));
    return ranks;
  }

  private static boolean isCrowded(AnswerScene scene) {
    return scene.intervals().size() >= CROWD
        && hasFrontier(
            scene,
            position ->
                scene.intervals().stream()
                        .filter(held -> held.interval().start() <= position)
                        .filter(held -> position < held.interval().end())
                        .map(SourceInterval::owner)
                        .distinct()
                        .count()
                    >= CROWD);
  }

  /** Somebody holds the block at a frontier on the device, detached, and not host-pinned. */
  private static boolean isOnDeviceAlone(AnswerScene scene, int position) {
    return scene.isHeldBy(
        DEVICE,
        position,
        owner ->
            owner instanceof WorkerWithDpRank rank
                && scene.frontier(rank) <= position
                && scene.hashAt(HOST_PINNED, owner, position).isEmpty());
  }

  private static long hashesAt(AnswerScene scene, int position) {
    return scene.holdings().owners(HOST_PINNED).stream()
        .map(owner -> scene.hashAt(HOST_PINNED, owner, position))
        .filter(OptionalLong::isPresent)
        .distinct()
        .count();
  }
}
