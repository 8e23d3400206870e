package kvproof.soak.situation;

import static kvproof.soak.situation.Promise.EVERY_PROFILE;
import static kvproof.soak.situation.Situation.ofAnswer;
import static kvproof.soak.situation.Situation.ofTarget;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiPredicate;
import java.util.function.LongPredicate;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.Answer.SourceInterval;
import kvproof.model.CacheOwner;
import kvproof.model.KvHintAction;
import kvproof.model.Owner;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/** What decides between sources that may all serve, and what the chosen one is like. */
final class ChoiceSituations {
  private ChoiceSituations() {}

  static List<Situation> all() {
    return List.of(
        ofTarget(
            "tie of two workers goes to the smaller",
            EVERY_PROFILE,
            scene -> isTie(scene, ChoiceSituations::areRanksOfTwoWorkers)),
        ofTarget(
            "tie of two ranks of one worker goes to the smaller",
            EVERY_PROFILE,
            scene -> isTie(scene, ChoiceSituations::areRanksOfOneWorker)),
        ofTarget(
            "tie goes to a rank before a cache owner",
            EVERY_PROFILE,
            scene ->
                isTie(
                    scene,
                    (won, lost) -> won instanceof WorkerWithDpRank && lost instanceof CacheOwner)),
        ofTarget(
            "tie of two cache owners goes to the smaller key",
            EVERY_PROFILE,
            scene ->
                isTie(
                    scene, (won, lost) -> won instanceof CacheOwner && lost instanceof CacheOwner)),
        ofTarget(
            "tie goes to the rank that a signed order puts last",
            EVERY_PROFILE,
            scene -> isTie(scene, ChoiceSituations::areInAnotherOrderIfSigned)),
        ofTarget(
            "top two sources have one identity and a third is behind them",
            EVERY_PROFILE,
            ChoiceSituations::hasTopTwoOfOneIdentity),
        ofTarget(
            "top two sources are attached to the target and a third is chosen",
            EVERY_PROFILE,
            ChoiceSituations::isLeftTheThird),
        ofTarget(
            "an interval of another owner ends exactly at the frontier",
            EVERY_PROFILE,
            scene ->
                scene.mayFetch()
                    && scene.answer().intervals().stream()
                        .anyMatch(
                            held ->
                                held.interval().end() == scene.frontier()
                                    && !held.owner().equals(scene.target()))),
        ofTarget(
            "a longer interval starts beyond the frontier",
            EVERY_PROFILE,
            scene ->
                scene.mayFetch()
                    && scene.answer().intervals().stream()
                        .anyMatch(
                            held ->
                                held.interval().start() > scene.frontier()
                                    && held.interval().end() > scene.choice().end()
                                    && scene.refusals(held.owner()).isEmpty())),
        ofTarget(
            "a continuation from before the frontier is chosen",
            EVERY_PROFILE,
            scene ->
                scene
                    .chosen()
                    .filter(held -> held.interval().start() > 0)
                    .filter(held -> held.interval().start() < scene.frontier())
                    .isPresent()),
        ofTarget(
            "a continuation beats a root prefix",
            EVERY_PROFILE,
            scene ->
                scene.chosen().filter(held -> held.interval().start() > 0).isPresent()
                    && scene.eligible().stream().anyMatch(held -> held.interval().start() == 0)),
        ofTarget(
            "a root prefix beats a continuation",
            EVERY_PROFILE,
            scene ->
                scene.chosen().filter(held -> held.interval().start() == 0).isPresent()
                    && scene.eligible().stream().anyMatch(held -> held.interval().start() > 0)),
        ofTarget(
            "a cache owner's continuation is chosen",
            EVERY_PROFILE,
            scene ->
                scene
                    .chosen()
                    .filter(held -> held.owner() instanceof CacheOwner)
                    .filter(held -> held.interval().start() > 0)
                    .isPresent()),
        ofTarget(
            "the chosen source is cold itself",
            EVERY_PROFILE,
            scene -> source(scene).filter(rank -> scene.answer().frontier(rank) == 0).isPresent()),
        ofTarget(
            "target and source are two ranks of one worker",
            EVERY_PROFILE,
            scene ->
                source(scene)
                    .filter(rank -> rank.workerId() == scene.target().workerId())
                    .isPresent()),
        ofTarget(
            "the chosen source serves the prompt to its end",
            EVERY_PROFILE,
            scene ->
                scene.choice().source().isPresent()
                    && scene.choice().end() == scene.answer().size()),
        ofTarget(
            "the chosen source ends before the prompt does",
            EVERY_PROFILE,
            scene ->
                scene.choice().source().isPresent()
                    && scene.choice().end() < scene.answer().size()),
        ofTarget(
            "the target holds host-pinned blocks behind the credited end",
            EVERY_PROFILE,
            ChoiceSituations::holdsTheBlockBehindTheEnd),
        ofTarget(
            "a worker id above 2^63 is chosen",
            EVERY_PROFILE,
            scene -> source(scene).filter(rank -> rank.workerId() < 0).isPresent()),
        ofTarget(
            "a hint has a hash above 2^63",
            EVERY_PROFILE,
            scene -> hintHas(scene, hash -> hash < 0)),
        ofTarget(
            "a hint has the hash 0 or 2^64-1",
            EVERY_PROFILE,
            scene -> hintHas(scene, hash -> hash == 0 || hash == -1)),
        ofAnswer(
            "targets of one request have different sources",
            EVERY_PROFILE,
            scene ->
                scene.answer().choices().values().stream()
                        .map(SourceChoice::source)
                        .flatMap(Optional::stream)
                        .distinct()
                        .count()
                    > 1));
  }

  private static Optional<WorkerWithDpRank> source(TargetScene scene) {
    return scene
        .choice()
        .source()
        .flatMap(
            source ->
                source instanceof WorkerWithDpRank rank ? Optional.of(rank) : Optional.empty());
  }

  /** Another eligible interval ends where the chosen one does, and is as much at home. */
  private static boolean isTie(TargetScene scene, BiPredicate<Owner, Owner> between) {
    Optional<SourceInterval> chosen = scene.chosen();
    return chosen.isPresent()
        && scene.eligible().stream()
            .filter(held -> held.interval().end() == scene.choice().end())
            .map(SourceInterval::owner)
            .filter(lost -> !lost.equals(chosen.get().owner()))
            .filter(lost -> scene.isAtHome(lost) == scene.isAtHome(chosen.get().owner()))
            .anyMatch(lost -> between.test(chosen.get().owner(), lost));
  }

  private static boolean areRanksOfTwoWorkers(Owner won, Owner lost) {
    return won instanceof WorkerWithDpRank one
        && lost instanceof WorkerWithDpRank other
        && one.workerId() != other.workerId();
  }

  private static boolean areRanksOfOneWorker(Owner won, Owner lost) {
    return won instanceof WorkerWithDpRank one
        && lost instanceof WorkerWithDpRank other
        && one.workerId() == other.workerId();
  }

  private static boolean areInAnotherOrderIfSigned(Owner won, Owner lost) {
    return won instanceof WorkerWithDpRank one
        && lost instanceof WorkerWithDpRank other
        && one.workerId() > other.workerId();
  }

  /** The best two that are fit but for their attachment, best first, exclude the same rank. */
  private static boolean hasTopTwoOfOneIdentity(TargetScene scene) {
    List<Owner> inOrder = fitButForAttachment(scene);
    return inOrder.size() > 2
        && identity(scene, inOrder.get(0)).isPresent()
        && identity(scene, inOrder.get(0)).equals(identity(scene, inOrder.get(1)))
        && inOrder.stream()
            .anyMatch(owner -> !identity(scene, owner).equals(identity(scene, inOrder.get(0))));
  }

  private static boolean isLeftTheThird(TargetScene scene) {
    List<Owner> inOrder = fitButForAttachment(scene);
    return scene.choice().source().isPresent()
        && inOrder.size() > 2
        && inOrder.subList(0, 2).stream()
            .allMatch(owner -> identity(scene, owner).equals(Optional.of(scene.target())));
  }

  private static List<Owner> fitButForAttachment(TargetScene scene) {
    return scene.mayFetch()
        ? scene.usable().stream()
            .filter(held -> isFitButForAttachment(scene, held.owner()))
            .sorted(scene.bestFirst())
            .map(SourceInterval::owner)
            .distinct()
            .toList()
        : List.of();
  }

  private static boolean isFitButForAttachment(TargetScene scene, Owner owner) {
    return scene.refusals(owner).stream()
        .allMatch(refusal -> refusal == Refusal.ATTACHED_TO_TARGET);
  }

  private static Optional<WorkerWithDpRank> identity(TargetScene scene, Owner owner) {
    return Refusal.identity(owner, scene.snapshots());
  }

  /** Found by the hint's last hash, so that it need not be in anybody's root prefix. */
  private static boolean holdsTheBlockBehindTheEnd(TargetScene scene) {
    int end = scene.choice().end();
    return end < scene.answer().size()
        && scene.choice().hint().stream()
            .flatMap(hint -> hint.actions().stream())
            .anyMatch(
                action ->
                    action instanceof KvHintAction.Fetch fetch
                        && scene
                            .answer()
                            .holdings()
                            .hashAt(
                                StorageTier.HOST_PINNED,
                                scene.target(),
                                OptionalLong.of(fetch.blockHashes().at(end - 1)),
                                scene.answer().prompt().at(end))
                            .isPresent());
  }

  private static boolean hintHas(TargetScene scene, LongPredicate wanted) {
    return scene.choice().hint().stream()
        .flatMap(hint -> hint.actions().stream())
        .anyMatch(
            action ->
                action instanceof KvHintAction.Fetch fetch
                    && fetch.blockHashes().stream().anyMatch(wanted));
  }
}
