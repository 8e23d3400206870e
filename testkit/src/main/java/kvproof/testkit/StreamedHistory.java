package kvproof.testkit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.Arrival;
import kvproof.model.CaseStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
import kvproof.model.ResidencySnapshot;
import kvproof.model.SchedulingStep;
import kvproof.model.StreamArrival.BatchArrived;
import kvproof.model.StreamArrival.BatchPublished;
import kvproof.model.StreamArrival.EngineRestarted;
import kvproof.model.StreamArrival.Passage;
import kvproof.model.StreamArrival.Recovery;
import kvproof.model.StreamArrival.ReplayLimits;
import kvproof.model.StreamArrival.StreamClosed;
import kvproof.model.StreamArrival.StreamOpened;
import kvproof.model.StreamState;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;

/**
 * Puts the events of most ranks into batches of event streams, and lets things go wrong on the way.
 *
 * <p>Everything else of the history stays as it is. Each history has some faults turned off, so
 * that every mix of them comes up.
 */
final class StreamedHistory {
  private static final int CHANCE_OF_A_FAULT = 45;
  private static final int LONGEST_DELAY = 4;

  /** The engine and the listener of one rank, as far as a draw has to know them. */
  private static final class Stream {
    final WorkerWithDpRank rank;
    final Recovery recovery;
    final boolean countsCopies;
    boolean isOpen;
    long incarnation;
    long nextSequence;
    boolean isInTrouble;
    boolean losesNext;
    final Deque<KvCacheEvent> removedLater = new ArrayDeque<>();

    Stream(WorkerWithDpRank rank, Recovery recovery, boolean countsCopies) {
      this.rank = rank;
      this.recovery = recovery;
      this.countsCopies = countsCopies;
    }
  }

  private record OnItsWay(BatchArrived batch, int due) {}

  private final SeededRandom random;
  private final SortedMap<WorkerWithDpRank, Stream> streams = new TreeMap<>();
  private final Set<DeliveryFault> faults = EnumSet.noneOf(DeliveryFault.class);
  private final List<OnItsWay> onTheirWay = new ArrayList<>();
  private final List<CaseStep> steps = new ArrayList<>();
  private int batches;

  private StreamedHistory(List<WorkerWithDpRank> ranks, SeededRandom random) {
    this.random = random;
    for (DeliveryFault fault : DeliveryFault.values()) {
      if (random.chance(60)) {
        faults.add(fault);
      }
    }
    for (WorkerWithDpRank rank : ranks) {
      if (random.chance(80)) {
        Recovery recovery = List.of(Recovery.values()).get(random.weighted(25, 45, 30));
        boolean countsCopies = recovery != Recovery.PEER && random.chance(45);
        streams.put(rank, new Stream(rank, recovery, countsCopies));
      }
    }
  }

  static List<CaseStep> of(
      List<CaseStep> plain, List<WorkerWithDpRank> ranks, SeededRandom random) {
    StreamedHistory history = new StreamedHistory(ranks, random);
    int next = 0;
    while (next < plain.size()) {
      next = history.take(plain, next);
    }
    history.deliverAll();
    return List.copyOf(history.steps);
  }

  /** Takes the step, and perhaps what follows it about the same rank; the first one not taken. */
  private int take(List<CaseStep> plain, int first) {
    Optional<Stream> stream = streamOf(plain.get(first));
    if (stream.isEmpty()) {
      addPlain(plain.get(first));
      return first + 1;
    }
    if (stream.get().incarnation == 0 && strikes(DeliveryFault.HEAD_KNOWN_OTHERWISE, 20)) {
      stream.get().nextSequence++; // published before anybody recorded it
      steps.add(plain.get(first));
      return first + 1;
    }
    List<KvCacheEvent> events = new ArrayList<>();
    int next = first;
    do {
      events.add((KvCacheEvent) plain.get(next));
      next++;
    } while (next < plain.size() && streamOf(plain.get(next)).equals(stream) && random.chance(40));
    publish(stream.get(), events);
    return next;
  }

  /** The stream that an event comes by; none: it is not for a stream. */
  private Optional<Stream> streamOf(CaseStep step) {
    Optional<? extends Owner> owner =
        switch (step) {
          case Stored stored -> Optional.of(stored.owner());
          case Removed removed -> Optional.of(removed.owner());
          case Cleared cleared when cleared.cacheOwner().isEmpty() -> cleared.rank();
          case Cleared _,
              RankRemoved _,
              WorkerRemoved _,
              ResidencySnapshot _,
              WorkerSnapshot _,
              StreamState _,
              SchedulingStep _,
              Arrival _ ->
              Optional.empty();
        };
    return owner
        .filter(WorkerWithDpRank.class::isInstance)
        .flatMap(rank -> Optional.ofNullable(streams.get((WorkerWithDpRank) rank)));
  }

  private void addPlain(CaseStep step) {
    if (step instanceof RankRemoved(WorkerWithDpRank rank)
        && streams.containsKey(rank)
        && random.chance(60)) {
      close(streams.get(rank));
    } else {
      steps.add(step);
    }
    if (step instanceof WorkerRemoved) {
      deliver(Integer.MAX_VALUE);
    }
  }

  private void publish(Stream stream, List<KvCacheEvent> events) {
    batches++;
    prepare(stream);
    List<KvCacheEvent> batch = new ArrayList<>(events);
    if (stream.countsCopies) {
      addSecondCopies(stream, batch);
    }
    if (strikes(DeliveryFault.STRANGER, 30)) {
      batch.add(random.below(batch.size() + 1), ofAStranger(stream.rank, events.getFirst()));
    }
    if (stream.isInTrouble && strikes(DeliveryFault.CLEAR, 40)) {
      batch.add(random.below(batch.size() + 1), Cleared.of(stream.rank));
      stream.isInTrouble = false;
    }
    if (strikes(DeliveryFault.EMPTY_BATCH, 8)) {
      send(stream, List.of());
    }
    send(stream, batch);
    if (strikes(DeliveryFault.LATE_INCARNATION, 5)) {
      delay(stream, batch, 1);
      close(stream);
      open(stream);
    }
    deliver(batches);
  }

  /** What happens to the engine or its listener before the next batch. */
  private void prepare(Stream stream) {
    if (strikes(DeliveryFault.RESTART, 12)) {
      if (stream.isOpen && random.chance(30)) {
        sendLastWords(stream);
      }
      steps.add(new EngineRestarted(stream.rank));
      stream.nextSequence = 0;
      stream.isInTrouble = true;
    }
    if (stream.isOpen && strikes(DeliveryFault.REREGISTER, stream.isInTrouble ? 35 : 8)) {
      close(stream);
    }
    if (!stream.isOpen && !strikes(DeliveryFault.OPEN_LATE, 30)) {
      open(stream);
    } else if (stream.isOpen && strikes(DeliveryFault.OPEN_TWICE, 8)) {
      steps.add(new StreamOpened(stream.rank, stream.recovery, stream.countsCopies));
    }
    if (stream.recovery == Recovery.PEER && strikes(DeliveryFault.SILENT_PEER, 8)) {
      loseRange(stream);
    } else if (strikes(DeliveryFault.LIMIT_REPLAY, 30)) {
      steps.add(limits(stream));
    }
  }

  /** A removal of one copy leaves another, which goes later. */
  private void addSecondCopies(Stream stream, List<KvCacheEvent> batch) {
    if (!stream.removedLater.isEmpty() && random.chance(60)) {
      batch.add(stream.removedLater.remove());
    }
    KvCacheEvent copied = random.pick(batch);
    if (strikes(DeliveryFault.SECOND_COPY, 45)) {
      switch (copied) {
        case Stored stored -> {
          if (random.chance(25)) {
            batch.addFirst(removalOf(stored)); // of nothing, mostly
            stream.removedLater.add(removalOf(stored));
          }
          batch.add(stored);
        }
        case Removed removed -> stream.removedLater.add(removed);
        case Cleared _, RankRemoved _, WorkerRemoved _ -> {} // nothing that there are copies of
      }
    }
  }

  private static Removed removalOf(Stored stored) {
    return new Removed(stored.owner(), stored.tier(), stored.externalHashes());
  }

  /** One batch is lost and one is late, so late that the engine has started anew before. */
  private void sendLastWords(Stream stream) {
    steps.add(new BatchPublished(stream.rank, stream.nextSequence++, List.of(), Passage.LOST));
    steps.add(new BatchPublished(stream.rank, stream.nextSequence, List.of(), Passage.LOST));
    delay(stream, List.of(), 1);
  }

  /** A batch is lost while the peer is silent, and another one that the peer no longer has. */
  private void loseRange(Stream stream) {
    steps.add(new ReplayLimits(stream.rank, 0, 0, OptionalInt.of(0)));
    steps.add(new BatchPublished(stream.rank, stream.nextSequence++, List.of(), Passage.LOST));
    steps.add(new BatchPublished(stream.rank, stream.nextSequence++, List.of(), Passage.ARRIVES));
    steps.add(new ReplayLimits(stream.rank, stream.nextSequence + 1, 0, OptionalInt.empty()));
    stream.losesNext = true;
  }

  private ReplayLimits limits(Stream stream) {
    int published = (int) Math.min(stream.nextSequence, 20);
    return new ReplayLimits(
        stream.rank,
        random.chance(40) ? 0 : random.below(published + 2),
        random.chance(50) ? 0 : random.between(1, 3),
        random.chance(60) ? OptionalInt.empty() : OptionalInt.of(random.below(3)));
  }

  private void open(Stream stream) {
    stream.isOpen = true;
    stream.incarnation++;
    stream.isInTrouble = false;
    steps.add(new StreamOpened(stream.rank, stream.recovery, stream.countsCopies));
  }

  private void close(Stream stream) {
    stream.isOpen = false;
    steps.add(new StreamClosed(stream.rank));
  }

  private void send(Stream stream, List<KvCacheEvent> events) {
    Passage passage = Passage.ARRIVES;
    if (stream.losesNext || strikes(DeliveryFault.LOSE, 35)) {
      passage = Passage.LOST;
    } else if (strikes(DeliveryFault.GARBLE, 20)) {
      passage = Passage.GARBLED;
    }
    stream.losesNext = false;
    boolean isLate = passage == Passage.ARRIVES && strikes(DeliveryFault.DELAY, 25);
    stream.isInTrouble |= passage != Passage.ARRIVES || isLate;
    steps.add(
        new BatchPublished(
            stream.rank, stream.nextSequence, events, isLate ? Passage.LOST : passage));
    if (isLate || (passage == Passage.ARRIVES && strikes(DeliveryFault.DUPLICATE, 30))) {
      delay(stream, events, random.between(isLate ? 1 : 0, LONGEST_DELAY));
    }
    stream.nextSequence++;
  }

  private void delay(Stream stream, List<KvCacheEvent> events, int byBatches) {
    onTheirWay.add(
        new OnItsWay(
            new BatchArrived(stream.rank, stream.incarnation, stream.nextSequence, events),
            batches + byBatches));
  }

  /** What is due by now arrives, in the order in which it was sent. */
  private void deliver(int upTo) {
    for (OnItsWay late : List.copyOf(onTheirWay)) {
      if (late.due() <= upTo) {
        onTheirWay.remove(late);
        steps.add(late.batch());
      }
    }
  }

  private void deliverAll() {
    deliver(Integer.MAX_VALUE);
  }

  /** The same event of another rank: of one that is known, or of one that is not. */
  private KvCacheEvent ofAStranger(WorkerWithDpRank rank, KvCacheEvent event) {
    WorkerWithDpRank stranger =
        random.chance(50)
            ? new WorkerWithDpRank(rank.workerId(), 40)
            : random.pick(List.copyOf(streams.keySet()));
    return switch (event) {
      case Stored(var _, var tier, var parent, var locals, var externals) ->
          new Stored(stranger, tier, parent, locals, externals);
      case Removed(var _, var tier, var externals) -> new Removed(stranger, tier, externals);
      case Cleared _, RankRemoved _, WorkerRemoved _ -> Cleared.of(stranger);
    };
  }

  private boolean strikes(DeliveryFault fault, int percent) {
    return faults.contains(fault)
        && random.chance(CHANCE_OF_A_FAULT)
        && random.chance(percent * 100 / CHANCE_OF_A_FAULT);
  }
}
