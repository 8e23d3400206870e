package kvproof.soak.situation;

import static kvproof.soak.situation.Promise.ARRIVALS;
import static kvproof.soak.situation.Situation.ofArrival;
import static kvproof.soak.situation.Situation.ofTarget;

import java.util.List;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StreamArrival.StreamClosed;
import kvproof.model.StreamState;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;

/** Streams that come and go, batches that are not for now, copies in front of the index. */
final class StreamSituations {
  private StreamSituations() {}

  static List<Situation> all() {
    return List.of(
        ofArrival("a stream is registered twice", scene -> scene.counts("already_open")),
        ofArrival(
            "a stream is deregistered that is not registered",
            scene -> scene.arrival() instanceof StreamClosed && scene.counts("not_open")),
        ofArrival(
            "the last stream of a worker is deregistered",
            scene -> scene.comesTo(WorkerRemoved.class::isInstance)),
        ofArrival(
            "one of several streams of a worker is deregistered",
            scene -> scene.comesTo(RankRemoved.class::isInstance)),
        ofArrival(
            "a batch for nobody", scene -> scene.batch().isPresent() && scene.counts("not_open")),
        ofArrival("a batch that cannot be decoded", scene -> scene.counts("undecodable")),
        ofArrival(
            "a message of an old incarnation is late", scene -> scene.counts("late_incarnation")),
        ofArrival(
            "a live batch is stale",
            scene ->
                scene.counts("stale")
                    && !scene.counts("replays")
                    && !scene.counts("queries")
                    && !scene.counts("restart_suspected")),
        ofArrival(
            "an engine may have restarted in its place",
            scene -> scene.counts("restart_suspected")),
        ofArrival("an event of an unknown rank", scene -> scene.counts("unknown_rank")),
        ofArrival(
            "a batch speaks of another rank", scene -> scene.comesTo(step -> isOther(scene, step))),
        ofArrival(
            "a malformed store among good events",
            scene -> scene.counts("malformed") && !scene.steps().isEmpty()),
        ofArrival(
            "a malformed store where copies are counted",
            scene ->
                scene.counts("malformed")
                    && scene.isBatchOf(StreamLedger.EventStream::countsCopies)),
        ofArrival("a copy is held back", scene -> scene.counts("copies_held_back")),
        ofArrival(
            "nothing is left of a removal",
            scene -> scene.counts("copies_held_back") && !scene.comesTo(Removed.class::isInstance)),
        ofArrival(
            "a block goes with its last copy",
            scene ->
                scene.batch().isPresent()
                    && scene
                        .removed()
                        .anyMatch(scene.streams().of(scene.batch().get().rank())::hasOutlived)),
        ofTarget(
            "best source has a gap in its events",
            ARRIVALS,
            scene -> scene.isDecisive(Refusal.EVENT_GAP, owner -> true)),
        ofTarget(
            "a target with a gap in its events gets a source",
            ARRIVALS,
            scene ->
                scene.snapshots().gapped().contains(scene.target())
                    && scene.choice().source().isPresent()));
  }

  private static boolean isOther(ArrivalScene scene, IndexStep step) {
    if (scene.batch().isEmpty()) {
      return false;
    }
    WorkerWithDpRank own = scene.batch().get().rank();
    return switch (step) {
      case Stored stored -> !stored.owner().equals(own);
      case Removed removed -> !removed.owner().equals(own);
      case Cleared _,
          RankRemoved _,
          WorkerRemoved _,
          ResidencySnapshot _,
          WorkerSnapshot _,
          StreamState _ ->
          false;
    };
  }
}
