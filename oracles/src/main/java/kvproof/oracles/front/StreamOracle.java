package kvproof.oracles.front;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StreamArrival;
import kvproof.model.StreamArrival.BatchArrived;
import kvproof.model.StreamArrival.BatchPublished;
import kvproof.model.StreamArrival.EngineRestarted;
import kvproof.model.StreamArrival.Passage;
import kvproof.model.StreamArrival.ReplayLimits;
import kvproof.model.StreamArrival.StreamClosed;
import kvproof.model.StreamArrival.StreamOpened;
import kvproof.model.StreamState;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;

/**
 * What the streams of all ranks deliver: {@code index.md} 2.9 and 6.4 to 6.9.
 *
 * <p>Catches what {@link FrontOracle} says of streams. Asks the index nothing but whether a rank
 * has blocks, so it is blind to whether the blocks are the right ones.
 */
final class StreamOracle {
  private final SortedMap<WorkerWithDpRank, Stream> streams = new TreeMap<>();
  private final SortedMap<WorkerWithDpRank, Engine> engines = new TreeMap<>();
  private final Copies copies = new Copies();
  private final Predicate<WorkerWithDpRank> holdsBlocks;
  private final Counts counts;

  StreamOracle(Predicate<WorkerWithDpRank> holdsBlocks, Counts counts) {
    this.holdsBlocks = holdsBlocks;
    this.counts = counts;
  }

  /** An index step goes by. */
  void note(IndexStep step) {
    switch (step) {
      case Cleared cleared -> cleared.rank().ifPresent(rank -> forget(rank::equals));
      case RankRemoved(var rank) -> forget(rank::equals);
      case WorkerRemoved(long workerId) ->
          forget(owner -> owner instanceof WorkerWithDpRank rank && rank.workerId() == workerId);
      case Stored _, Removed _, StreamState _, ResidencySnapshot _, WorkerSnapshot _ -> {}
    }
  }

  private void forget(Predicate<Owner> whose) {
    copies.forget(whose);
    streams.values().stream()
        .filter(stream -> whose.test(stream.rank))
        .forEach(stream -> stream.isGapped = false);
  }

  List<IndexStep> take(StreamArrival arrival) {
    return switch (arrival) {
      case StreamOpened opened -> open(opened);
      case StreamClosed(var rank) -> close(rank);
      case EngineRestarted(var rank) -> {
        engine(rank).restart();
        yield List.of();
      }
      case ReplayLimits limits -> {
        engine(limits.rank()).limit(limits);
        yield List.of();
      }
      case BatchPublished(var rank, long sequence, var events, Passage passage) -> {
        engine(rank).publish(sequence, events);
        yield pass(stream(rank), sequence, events, passage);
      }
      case BatchArrived(var rank, long incarnation, long sequence, var events) ->
          arrive(stream(rank), incarnation, sequence, events);
    };
  }

  private List<IndexStep> open(StreamOpened opened) {
    Stream stream = stream(opened.rank());
    if (stream.isOpen) {
      counts.add("already_open");
    } else {
      stream.open(opened.recovery(), opened.countsCopies());
    }
    return List.of();
  }

  private List<IndexStep> close(WorkerWithDpRank rank) {
    Stream stream = stream(rank);
    if (!stream.isOpen) {
      counts.add("not_open");
      return List.of();
    }
    copies.forget(rank::equals); // none are counted again before it is open again
    stream.close();
    boolean wasTheLast =
        streams.values().stream()
            .noneMatch(other -> other.isOpen && other.rank.workerId() == rank.workerId());
    return List.of(wasTheLast ? new WorkerRemoved(rank.workerId()) : new RankRemoved(rank));
  }

  private List<IndexStep> pass(
      Stream stream, long sequence, List<KvCacheEvent> events, Passage passage) {
    return switch (passage) {
      case ARRIVES -> arrive(stream, stream.incarnation, sequence, events);
      case LOST -> List.of();
      case GARBLED -> {
        counts.add(stream.isOpen ? "undecodable" : "not_open");
        yield List.of();
      }
    };
  }

  private List<IndexStep> arrive(
      Stream stream, long incarnation, long sequence, List<KvCacheEvent> events) {
    if (!stream.isOpen) {
      counts.add("not_open");
      return List.of();
    }
    if (incarnation != stream.incarnation) {
      counts.add("late_incarnation");
      return List.of();
    }
    var live = new LiveBatch(stream, engine(stream.rank), this::passedOn, holdsBlocks, counts);
    return live.take(sequence, events);
  }

  /** What of a batch reaches the index; the batch is known to be no repeat. */
  private List<KvCacheEvent> passedOn(Stream carrier, List<KvCacheEvent> events) {
    List<KvCacheEvent> passedOn = new ArrayList<>();
    for (KvCacheEvent event : events) {
      switch (event) {
        case Stored stored when !isOpen(stored.owner()) -> counts.add("unknown_rank");
        case Removed removed when !isOpen(removed.owner()) -> counts.add("unknown_rank");
        case Cleared cleared when !isOpen(cleared.rank().orElseThrow()) ->
            counts.add("unknown_rank");
        case Stored stored when isMalformed(stored) -> counts.add("malformed");
        case Stored stored -> {
          if (carrier.countsCopies) {
            copies.add(stored);
          }
          passedOn.add(stored);
        }
        case Removed removed when carrier.countsCopies -> passOn(removed, passedOn);
        case Removed removed -> passedOn.add(removed);
        case Cleared cleared -> {
          WorkerWithDpRank rank = cleared.rank().orElseThrow();
          stream(rank).isGapped = false;
          if (carrier.countsCopies) {
            copies.forget(rank::equals);
          }
          passedOn.add(cleared);
        }
        case RankRemoved _, WorkerRemoved _ -> throw new AssertionError("published: " + event);
      }
    }
    return passedOn;
  }

  private void passOn(Removed removed, List<KvCacheEvent> passedOn) {
    var left = new Removed(removed.owner(), removed.tier(), copies.remove(removed));
    counts.add("copies_held_back", removed.externalHashes().size() - left.externalHashes().size());
    if (removed.externalHashes().isEmpty() || !left.externalHashes().isEmpty()) {
      passedOn.add(left);
    }
  }

  private static boolean isMalformed(Stored stored) {
    List<Long> hashes = new ArrayList<>(stored.externalHashes().stream().boxed().toList());
    stored.parent().ifPresent(hashes::add);
    return hashes.stream().distinct().count() < hashes.size();
  }

  private boolean isOpen(Owner owner) {
    return owner instanceof WorkerWithDpRank rank && stream(rank).isOpen;
  }

  private Stream stream(WorkerWithDpRank rank) {
    return streams.computeIfAbsent(rank, Stream::new);
  }

  private Engine engine(WorkerWithDpRank rank) {
    return engines.computeIfAbsent(rank, Engine::new);
  }
}
