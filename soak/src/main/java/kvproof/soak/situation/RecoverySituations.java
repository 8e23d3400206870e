package kvproof.soak.situation;

import static kvproof.soak.situation.Situation.ofArrival;

import java.util.List;
import java.util.stream.Stream;
import kvproof.model.StreamArrival.Recovery;
import kvproof.model.StreamArrival.StreamOpened;
import kvproof.soak.situation.StreamLedger.EventStream;

/** Gaps in event streams: found, closed by whoever can be asked, or left. */
final class RecoverySituations {
  private RecoverySituations() {}

  static List<Situation> all() {
    return Stream.of(replays(), peers(), gaps()).flatMap(List::stream).toList();
  }

  private static List<Situation> replays() {
    return List.of(
        ofArrival(
            "a replay closes a gap",
            scene -> isReplayed(scene) && scene.isBatchOf(EventStream::hasBegun) && isWhole(scene)),
        ofArrival(
            "a replay brings the head of a stream",
            scene ->
                isReplayed(scene)
                    && scene.isBatchOf(stream -> !stream.hasBegun() && beginsAtZero(stream))),
        ofArrival(
            "a replay leaves a gap",
            scene ->
                isReplayed(scene)
                    && scene.isBatchOf(EventStream::hasBegun)
                    && scene.counts("gaps")),
        ofArrival(
            "a replay breaks off",
            scene ->
                isReplayed(scene)
                    && scene.counts("gaps")
                    && scene.isBatchOf(EventStream::breaksOff)),
        ofArrival("a replay begins before what was asked for", scene -> scene.counts("repeats")),
        ofArrival(
            "a live batch is stale after its replay",
            scene -> isReplayed(scene) && scene.counts("stale")),
        ofArrival(
            "a replay repairs a batch that could not be decoded",
            scene ->
                isReplayed(scene)
                    && isWhole(scene)
                    && scene.isBatchOf(s -> s.hasBegun() && s.lacksAGarbledBatch())));
  }

  private static List<Situation> peers() {
    return List.of(
        ofArrival(
            "a dump at the start of a stream",
            scene -> scene.counts("dumps") && scene.isBatchOf(stream -> !stream.hasBegun())),
        ofArrival(
            "a dump where the range is gone",
            scene -> scene.counts("dumps") && scene.isBatchOf(EventStream::hasBegun)),
        ofArrival(
            "a range from a peer closes a gap",
            scene ->
                isRanged(scene) && scene.isBatchOf(s -> !s.range().isEmpty()) && isWhole(scene)),
        ofArrival(
            "a range is shortened by a clear",
            scene -> isRanged(scene) && scene.isBatchOf(stream -> isShorter(scene, stream))),
        ofArrival(
            "a peer has nothing that new",
            scene -> isRanged(scene) && scene.isBatchOf(stream -> stream.range().isEmpty())),
        ofArrival("a peer does not answer", scene -> scene.counts("failed_queries")));
  }

  private static List<Situation> gaps() {
    return List.of(
        ofArrival(
            "nobody can be asked about a gap",
            scene ->
                scene.counts("gaps")
                    && scene.isBatchOf(
                        stream -> stream.hasBegun() && stream.recovery() == Recovery.NONE)),
        ofArrival(
            "a missing head does no harm",
            scene ->
                scene.count("applied") == 1
                    && !scene.counts("gaps")
                    && !scene.counts("dumps")
                    && !scene.counts("stale")
                    && scene.isBatchOf(stream -> !stream.hasBegun())
                    && scene.batch().orElseThrow().sequence() != 0),
        ofArrival(
            "a missing head leaves a gap",
            scene -> scene.counts("gaps") && scene.isBatchOf(stream -> !stream.hasBegun())),
        ofArrival(
            "a clear comes behind what was missed",
            scene -> scene.counts("gaps") && !scene.leavesGap()),
        ofArrival(
            "a gap ends with a clear",
            scene ->
                !scene.counts("dumps")
                    && !scene.leavesGap()
                    && scene.gapped().stream().anyMatch(scene::clears)),
        ofArrival(
            "a gap ends with a dump",
            scene ->
                scene.counts("dumps")
                    && !scene.leavesGap()
                    && scene.gapped().contains(scene.batch().orElseThrow().rank())),
        ofArrival(
            "a gap ends with a new registration",
            scene ->
                scene.arrival() instanceof StreamOpened opened
                    && !scene.counts("already_open")
                    && scene.streams().of(opened.rank()).wasGappedWhenClosed()));
  }

  private static boolean isReplayed(ArrivalScene scene) {
    return scene.counts("replays");
  }

  /** Answered, and not with a dump. */
  private static boolean isRanged(ArrivalScene scene) {
    return scene.counts("queries") && !scene.counts("dumps") && !scene.counts("failed_queries");
  }

  private static boolean isWhole(ArrivalScene scene) {
    return !scene.counts("missed");
  }

  private static boolean beginsAtZero(EventStream stream) {
    return !stream.replies().isEmpty() && stream.replies().getFirst() == 0;
  }

  /** Fewer batches were applied than the peer has of those that were asked for. */
  private static boolean isShorter(ArrivalScene scene, EventStream stream) {
    long ofTheRange = scene.count("applied") - (scene.counts("stale") ? 0 : 1);
    return ofTheRange < stream.range().size();
  }
}
