package kvproof.events.ingest;

import static kvproof.events.ingest.IngestCount.ALREADY_OPEN;
import static kvproof.events.ingest.IngestCount.LATE_INCARNATION;
import static kvproof.events.ingest.IngestCount.NOT_OPEN;
import static kvproof.events.ingest.IngestCount.UNDECODABLE;
import static kvproof.events.ingest.IngestCount.UNDECODABLE_REPLIES;

import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import kvproof.events.ReasonCounts;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StreamState;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;

/**
 * What stands in front of one index: the streams of its ranks.
 *
 * <p>For any thread. What is about one rank reaches the sink in order and one step at a time;
 * different ranks do not wait for each other, also where the sink blocks. What the sink throws
 * comes out of the call that led to it, and the batch in question has not been applied.
 */
public final class Ingest {
  private final Consumer<? super IndexStep> sink;
  private final Predicate<? super WorkerWithDpRank> holdsBlocks;
  private final NavigableMap<WorkerWithDpRank, StreamIngest> open = new ConcurrentSkipListMap<>();
  private final RankIntakes intakes = new RankIntakes();
  private final ReasonCounts<IngestCount> counts = new ReasonCounts<>(IngestCount.class);

  /** Openings so far, kept over closings; changed under the lock of the worker. */
  private final ConcurrentMap<WorkerWithDpRank, Long> incarnations = new ConcurrentHashMap<>();

  /** One monitor a worker: its streams open and close one after the other, removal included. */
  private final ConcurrentMap<Long, Object> workerLocks = new ConcurrentHashMap<>();

  /**
   * @param sink the index, or the way there
   * @param holdsBlocks whether the index holds any block of the rank, on any tier, after all that
   *     reached the sink
   */
  public Ingest(Consumer<? super IndexStep> sink, Predicate<? super WorkerWithDpRank> holdsBlocks) {
    this.sink = sink;
    this.holdsBlocks = holdsBlocks;
  }

  /** A new incarnation of the stream, and its number; empty, and counted, if it is open. */
  public OptionalLong open(StreamTerms terms) {
    WorkerWithDpRank rank = terms.rank();
    synchronized (lockOf(rank.workerId())) {
      if (open.containsKey(rank)) {
        counts.add(ALREADY_OPEN);
        return OptionalLong.empty();
      }
      long incarnation = incarnations.merge(rank, 1L, Long::sum);
      var intake = new RankIntake(rank, sink);
      intakes.add(rank, intake);
      open.put(
          rank,
          new StreamIngest(
              terms, incarnation, intake, intakes, holdsBlocks, new StreamCounts(counts)));
      return OptionalLong.of(incarnation);
    }
  }

  /**
   * The stream ends: its rank leaves the index, or the worker does if this was its last stream.
   * False, and counted, if the stream is not open.
   */
  public boolean close(WorkerWithDpRank rank) {
    synchronized (lockOf(rank.workerId())) {
      StreamIngest stream = open.remove(rank);
      if (stream == null) {
        counts.add(NOT_OPEN);
        return false;
      }
      intakes.remove(rank);
      stream.close(
          ranksOf(rank.workerId()).isEmpty()
              ? new WorkerRemoved(rank.workerId())
              : new RankRemoved(rank));
      return true;
    }
  }

  private Object lockOf(long workerId) {
    return workerLocks.computeIfAbsent(workerId, _ -> new Object());
  }

  /** A live batch, as it came through the connection of an incarnation. */
  public void receive(WorkerWithDpRank rank, long incarnation, StreamBatch batch) {
    current(rank, incarnation).ifPresent(stream -> stream.receive(batch));
  }

  /** The same, of one that cannot be decoded: the next one will show a gap. */
  public void receiveUndecodable(WorkerWithDpRank rank, long incarnation) {
    current(rank, incarnation).ifPresent(stream -> stream.counts().add(UNDECODABLE));
  }

  /** A batch of a replay for the stream cannot be decoded: it stays missing. */
  public void receiveUndecodableReply(WorkerWithDpRank rank, long incarnation) {
    current(rank, incarnation).ifPresent(stream -> stream.counts().add(UNDECODABLE_REPLIES));
  }

  private Optional<StreamIngest> current(WorkerWithDpRank rank, long incarnation) {
    StreamIngest stream = open.get(rank);
    if (stream == null) {
      counts.add(NOT_OPEN);
      return Optional.empty();
    } else if (stream.incarnation() != incarnation) {
      stream.counts().add(LATE_INCARNATION);
      return Optional.empty();
    }
    return Optional.of(stream);
  }

  /** A step from elsewhere goes on to the index; what it makes void is forgotten here too. */
  public void pass(IndexStep step) {
    switch (step) {
      case Cleared cleared -> pass(step, cleared.rank());
      case RankRemoved removed -> pass(step, Optional.of(removed.rank()));
      case WorkerRemoved(long workerId) -> {
        for (WorkerWithDpRank rank : ranksOf(workerId)) {
          intakes.of(rank).ifPresent(RankIntake::forget);
        }
        sink.accept(step);
      }
      case Stored _, Removed _, ResidencySnapshot _, WorkerSnapshot _, StreamState _ ->
          sink.accept(step);
    }
  }

  private void pass(IndexStep step, Optional<WorkerWithDpRank> rank) {
    rank.flatMap(intakes::of).ifPresentOrElse(intake -> intake.pass(step), () -> sink.accept(step));
  }

  /** The ranks of a worker whose streams are open, in order. */
  public List<WorkerWithDpRank> ranksOf(long workerId) {
    return open.tailMap(new WorkerWithDpRank(workerId, 0), true).keySet().stream()
        .takeWhile(rank -> rank.workerId() == workerId)
        .toList();
  }

  public boolean isOpen(WorkerWithDpRank rank) {
    return open.containsKey(rank);
  }

  /** Which opening of the stream was the last; 0 if there was none. */
  public long incarnation(WorkerWithDpRank rank) {
    return incarnations.getOrDefault(rank, 0L);
  }

  /** Empty if the stream is not open. */
  public Optional<StreamStatus> status(WorkerWithDpRank rank) {
    return Optional.ofNullable(open.get(rank)).map(StreamIngest::status);
  }

  /** Of all streams since the start, also of those that are closed. */
  public ReasonCounts<IngestCount> counts() {
    return counts;
  }
}
