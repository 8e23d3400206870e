package kvproof.soak.situation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.Arrival;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.Prediction;
import kvproof.model.StreamArrival.BatchArrived;
import kvproof.model.StreamArrival.BatchPublished;
import kvproof.model.StreamArrival.EngineRestarted;
import kvproof.model.StreamArrival.Passage;
import kvproof.model.StreamArrival.Recovery;
import kvproof.model.StreamArrival.ReplayLimits;
import kvproof.model.StreamArrival.StreamClosed;
import kvproof.model.StreamArrival.StreamOpened;
import kvproof.model.WorkerWithDpRank;
import kvproof.soak.situation.ArrivalScene.Batch;

/** What a case has told of its event streams, as far as a situation has to know. */
final class StreamLedger {

  /** The engine and the listener of one rank. */
  static final class EventStream {
    private Recovery recovery = Recovery.NONE;
    private boolean countsCopies;
    private OptionalLong last = OptionalLong.empty();
    private boolean wasGappedWhenClosed;
    private ReplayLimits limits;
    private final NavigableMap<Long, List<KvCacheEvent>> published =
        new TreeMap<>(Long::compareUnsigned);
    private final Set<Long> garbled = new HashSet<>();
    private final Set<Past.Block> outlived = new HashSet<>();

    EventStream(WorkerWithDpRank rank) {
      limits = new ReplayLimits(rank, 0, 0, OptionalInt.empty());
    }

    Recovery recovery() {
      return recovery;
    }

    boolean countsCopies() {
      return countsCopies;
    }

    /** Something was applied since it was opened. */
    boolean hasBegun() {
      return last.isPresent();
    }

    boolean wasGappedWhenClosed() {
      return wasGappedWhenClosed;
    }

    /** The first sequence that the listener lacks. */
    long start() {
      return last.isPresent() ? last.getAsLong() + 1 : 0;
    }

    /** What the engine can still send of what the listener lacks, and what it sends before that. */
    private NavigableMap<Long, List<KvCacheEvent>> available() {
      return keptFrom(Math.max(0, start() - limits.early()));
    }

    private NavigableMap<Long, List<KvCacheEvent>> keptFrom(long sequence) {
      long oldest = limits.oldest();
      return published.tailMap(
          Long.compareUnsigned(oldest, sequence) > 0 ? oldest : sequence, true);
    }

    /** The sequences of a replay, were it asked for. */
    List<Long> replies() {
      return available().keySet().stream().limit(limits.most().orElse(Integer.MAX_VALUE)).toList();
    }

    boolean breaksOff() {
      return limits.most().isPresent() && available().size() > limits.most().getAsInt();
    }

    /** What a peer could send of what the listener lacks. */
    NavigableMap<Long, List<KvCacheEvent>> range() {
      return keptFrom(start());
    }

    /** What a peer has at all. */
    NavigableMap<Long, List<KvCacheEvent>> buffer() {
      return keptFrom(0);
    }

    /** Of a batch that could not be decoded, and that the listener still lacks. */
    boolean lacksAGarbledBatch() {
      return garbled.stream().anyMatch(range()::containsKey);
    }

    /** A removal named it before, and was kept back for the sake of another copy. */
    boolean hasOutlived(Past.Block block) {
      return outlived.contains(block);
    }
  }

  private final SortedMap<WorkerWithDpRank, EventStream> streams = new TreeMap<>();

  EventStream of(WorkerWithDpRank rank) {
    return streams.computeIfAbsent(rank, EventStream::new);
  }

  /** What the arrival does to an engine, which is there before anything comes of it. */
  void arriving(Arrival arrival) {
    switch (arrival) {
      case BatchPublished(var rank, var sequence, var events, var passage) -> {
        of(rank).published.put(sequence, events);
        if (passage == Passage.GARBLED) {
          of(rank).garbled.add(sequence);
        }
      }
      case EngineRestarted(var rank) -> {
        of(rank).published.clear();
        of(rank).garbled.clear();
      }
      case ReplayLimits limits -> of(limits.rank()).limits = limits;
      case StreamOpened _,
          StreamClosed _,
          BatchArrived _,
          Prediction _ -> {} // no engine takes part
    }
  }

  /** What the arrival did to its listener. */
  void arrived(ArrivalScene scene) {
    switch (scene.arrival()) {
      case StreamOpened opened when !scene.counts("already_open") -> open(opened);
      case StreamClosed closed ->
          of(closed.rank()).wasGappedWhenClosed = scene.gapped().contains(closed.rank());
      case BatchPublished _, BatchArrived _ -> scene.batch().ifPresent(b -> take(b, scene));
      case StreamOpened _, EngineRestarted _, ReplayLimits _, Prediction _ -> {}
    }
  }

  private void open(StreamOpened opened) {
    EventStream stream = of(opened.rank());
    stream.recovery = opened.recovery();
    stream.countsCopies = opened.countsCopies();
    stream.last = OptionalLong.empty();
    stream.outlived.clear();
  }

  private void take(Batch batch, ArrivalScene scene) {
    EventStream stream = of(batch.rank());
    boolean hasAsked = scene.counts("replays") || scene.counts("queries");
    if (scene.counts("applied") || hasAsked) {
      noteCopies(stream, batch, scene);
      List<Long> reached = new ArrayList<>(List.of(batch.sequence()));
      if (scene.counts("replays")) {
        reached.addAll(stream.replies());
      } else if (hasAsked && !scene.counts("failed_queries")) {
        reached.addAll(stream.buffer().keySet());
      }
      stream.last.ifPresent(reached::add);
      stream.last = OptionalLong.of(reached.stream().max(Long::compareUnsigned).orElseThrow());
    }
  }

  private static void noteCopies(EventStream stream, Batch batch, ArrivalScene scene) {
    Set<Past.Block> passedOn = new HashSet<>(scene.removed().toList());
    stream.outlived.removeAll(passedOn);
    if (scene.counts("copies_held_back")) {
      batch.events().stream()
          .filter(Removed.class::isInstance)
          .flatMap(event -> ArrivalScene.blocks((Removed) event))
          .filter(block -> !passedOn.contains(block))
          .forEach(stream.outlived::add);
    }
  }
}
