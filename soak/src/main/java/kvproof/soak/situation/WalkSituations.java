package kvproof.soak.situation;

import static kvproof.model.StorageTier.DISK;
import static kvproof.model.StorageTier.EXTERNAL;
import static kvproof.model.StorageTier.HOST_PINNED;
import static kvproof.soak.situation.Promise.DEVICE_HOLES;
import static kvproof.soak.situation.Promise.EVERY_PROFILE;
import static kvproof.soak.situation.Promise.SEVERAL_HASH_LINES;
import static kvproof.soak.situation.Situation.ofAnswer;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.BiPredicate;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import kvproof.model.Answer.WalkPosition;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/** The walk through the tiers, projection, and prompts of unusual shape. */
final class WalkSituations {
  private WalkSituations() {}

  static List<Situation> all() {
    return List.of(
        ofAnswer("a prompt without blocks", EVERY_PROFILE, scene -> scene.size() == 0),
        ofAnswer(
            "a prompt of one block that somebody holds",
            EVERY_PROFILE,
            scene -> scene.size() == 1 && scene.answer().candidates().isPresent()),
        ofAnswer(
            "a prompt that nobody knows",
            EVERY_PROFILE,
            scene ->
                scene.size() > 0
                    && !scene.holdings().all().isEmpty()
                    && scene.answer().candidates().isEmpty()
                    && scene.answer().device().isEmpty()
                    && StorageTier.lower().stream()
                        .allMatch(tier -> scene.lower(tier).hits().isEmpty())),
        ofAnswer(
            "a tier exists without a block",
            EVERY_PROFILE,
            scene ->
                scene.answer().lower().keySet().stream()
                    .anyMatch(tier -> !scene.holdings().hasTier(tier))),
        ofAnswer(
            "a rank walks a tier and gains nothing",
            EVERY_PROFILE,
            scene ->
                scene.answer().lower().values().stream()
                    .anyMatch(lower -> lower.hits().containsValue(0))),
        ofHits(
            "host-pinned continues the device",
            HOST_PINNED,
            (scene, rank) -> scene.deviceBlocks(rank) > 0),
        ofHits(
            "host-pinned is entered at the root",
            HOST_PINNED,
            (scene, rank) -> scene.deviceBlocks(rank) == 0),
        ofHits(
            "disk continues the device directly",
            DISK,
            (scene, rank) -> scene.deviceBlocks(rank) > 0 && scene.hits(HOST_PINNED, rank) == 0),
        ofHits(
            "disk continues host-pinned", DISK, (scene, rank) -> scene.hits(HOST_PINNED, rank) > 0),
        ofHits("disk is entered at the root", DISK, (scene, rank) -> scene.frontier(rank) == 0),
        ofHits(
            "external continues another tier",
            EXTERNAL,
            (scene, rank) -> scene.frontier(rank) + scene.hits(DISK, rank) > 0),
        ofHits(
            "external is entered at the root",
            EXTERNAL,
            (scene, rank) -> scene.frontier(rank) + scene.hits(DISK, rank) == 0),
        ofHits(
            "host-pinned is not visited again after disk",
            DISK,
            WalkSituations::isHostPinnedBehindDisk),
        ofAnswer(
            "a projected owner carries a rank's walk",
            EVERY_PROFILE,
            scene -> scene.ranks().stream().anyMatch(scene::needsProjection)),
        ofAnswer(
            "a projected owner continues a rank's own host-pinned blocks",
            EVERY_PROFILE,
            scene ->
                scene.ranks().stream()
                    .anyMatch(
                        rank ->
                            scene.needsProjection(rank)
                                && scene.isHeldExactly(rank, scene.deviceBlocks(rank)))),
        ofAnswer(
            "a rank's own hash goes before that of a projected owner",
            SEVERAL_HASH_LINES,
            scene ->
                scene.ranks().stream()
                    .anyMatch(
                        rank ->
                            hasPosition(
                                scene, rank, position -> isOwnFirst(scene, rank, position)))),
        ofAnswer(
            "of two projected owners the smaller one's hash is followed",
            SEVERAL_HASH_LINES,
            scene ->
                scene.ranks().stream()
                    .anyMatch(
                        rank ->
                            hasPosition(
                                scene, rank, position -> isSmallestFirst(scene, rank, position)))),
        ofAnswer(
            "device blocks behind a hole",
            DEVICE_HOLES,
            scene ->
                scene.answer().device().keySet().stream()
                    .anyMatch(scene::hasDeviceBlocksBehindAHole)));
  }

  /** A rank gains something on the tier, and something else holds too. */
  private static Situation ofHits(
      String name, StorageTier tier, BiPredicate<AnswerScene, WorkerWithDpRank> also) {
    return ofAnswer(
        name,
        EVERY_PROFILE,
        scene ->
            scene.lower(tier).hits().entrySet().stream()
                .anyMatch(hit -> hit.getValue() > 0 && also.test(scene, hit.getKey())));
  }

  /** The block behind the rank's disk blocks is there, but host-pinned. */
  private static boolean isHostPinnedBehindDisk(AnswerScene scene, WorkerWithDpRank rank) {
    WalkPosition next = scene.lower(DISK).next().get(rank);
    return next != null
        && next.position() < scene.size()
        && scene
            .holdings()
            .hashAt(HOST_PINNED, rank, next.lastExternalHash(), scene.prompt().at(next.position()))
            .isPresent();
  }

  /** Among the host-pinned positions of the rank's root prefix. */
  private static boolean hasPosition(
      AnswerScene scene, WorkerWithDpRank rank, IntPredicate wanted) {
    return IntStream.range(scene.deviceBlocks(rank), scene.rootPrefix(rank)).anyMatch(wanted);
  }

  private static boolean isOwnFirst(AnswerScene scene, WorkerWithDpRank rank, int position) {
    OptionalLong own = scene.hashAt(HOST_PINNED, rank, position);
    return own.isPresent()
        && projectedHashes(scene, rank, position).stream()
            .anyMatch(hash -> hash != own.getAsLong());
  }

  private static boolean isSmallestFirst(AnswerScene scene, WorkerWithDpRank rank, int position) {
    return scene.hashAt(HOST_PINNED, rank, position).isEmpty()
        && projectedHashes(scene, rank, position).stream().distinct().count() > 1;
  }

  private static List<Long> projectedHashes(
      AnswerScene scene, WorkerWithDpRank rank, int position) {
    return scene.projectedTo(rank).stream()
        .map(owner -> scene.hashAt(HOST_PINNED, owner, position))
        .filter(OptionalLong::isPresent)
        .map(OptionalLong::getAsLong)
        .toList();
  }
}
