package kvproof.events.ingest;

import java.util.ArrayList;
import java.util.List;
import kvproof.events.ReasonCounts;
import kvproof.model.KvCacheEvent;
import kvproof.model.WorkerWithDpRank;

/** An ingest in front of sets, with one engine that every replay asks. */
final class StreamRig {
  final HeldSets index = new HeldSets();
  final FakeEngine engine = new FakeEngine();
  final Ingest ingest = new Ingest(index, index::holdsAnythingOf);
  private final List<Long> applied = new ArrayList<>();

  /** With replay; copies are counted. */
  StreamRig open(WorkerWithDpRank rank) {
    return open(rank, new StreamRecovery.Replay(engine), true);
  }

  StreamRig openWithoutReplay(WorkerWithDpRank rank) {
    return open(rank, new StreamRecovery.None(), true);
  }

  StreamRig open(WorkerWithDpRank rank, StreamRecovery recovery, boolean countsCopies) {
    ingest.open(new StreamTerms(rank, recovery, countsCopies));
    return this;
  }

  /** Live, through the connection of now. */
  void live(WorkerWithDpRank rank, StreamBatch... batches) {
    for (StreamBatch batch : batches) {
      ingest.receive(rank, ingest.incarnation(rank), noted(batch));
    }
  }

  void live(WorkerWithDpRank rank, long sequence, KvCacheEvent... events) {
    live(rank, Happenings.batch(sequence, events));
  }

  /** The same batch; its number is noted when its events are taken. */
  StreamBatch noted(StreamBatch batch) {
    return new StreamBatch(
        batch.sequence(),
        () -> {
          applied.add(batch.sequence());
          return batch.events().get();
        });
  }

  /** Numbers of noted batches in the order in which they were applied. */
  List<Long> applied() {
    return applied;
  }

  StreamStatus status(WorkerWithDpRank rank) {
    return ingest.status(rank).orElseThrow();
  }

  long last(WorkerWithDpRank rank) {
    return status(rank).cursor().last().orElseThrow();
  }

  long count(IngestCount count) {
    return ingest.counts().of(count);
  }

  ReasonCounts<IngestCount> counts() {
    return ingest.counts();
  }
}
