package kvproof.soak.outside;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.CacheOwner;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
import kvproof.model.ResidencySnapshot;
import kvproof.model.ResidencySnapshot.HintSource;
import kvproof.model.StreamState;
import kvproof.model.WorkerRecord;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;

/**
 * Steps as a router with these capabilities can be told them; counts what it cannot be told.
 *
 * <p>A step is left out, or what the router does not know of is taken out of it: both sides then
 * see the same. Not for several threads.
 */
final class ExpressibleSteps {
  /** The protocol has no line that takes the worker snapshot back. */
  static final String UNLISTED = "unlisted";

  private static final String SOME_ENDPOINT = "tcp://k:9000";

  private final Capabilities capabilities;
  private final SortedMap<String, Long> leftOut = new TreeMap<>();

  ExpressibleSteps(Capabilities capabilities) {
    this.capabilities = capabilities;
  }

  /** How many steps were left out or changed, by the capability that was missing. */
  SortedMap<String, Long> leftOut() {
    return new TreeMap<>(leftOut);
  }

  private boolean lacks(Part part) {
    return !capabilities.can(part);
  }

  private void count(Part missing) {
    leftOut.merge(missing.wireName(), 1L, Long::sum);
  }

  private <T> Optional<T> without(Part missing) {
    count(missing);
    return Optional.empty();
  }

  /** The step as it can be told; empty: not at all. */
  Optional<IndexStep> of(IndexStep step) {
    return switch (step) {
      case Stored stored -> byOwner(step, stored.owner());
      case Removed removed -> byOwner(step, removed.owner());
      case Cleared cleared -> cleared(cleared);
      case RankRemoved _, WorkerRemoved _ -> Optional.of(step);
      case ResidencySnapshot snapshot -> residency(snapshot);
      case WorkerSnapshot snapshot -> workers(snapshot);
      case StreamState state ->
          lacks(Part.STREAMS) ? without(Part.STREAMS) : byOwner(step, state.owner());
    };
  }

  private Optional<IndexStep> byOwner(IndexStep step, Owner owner) {
    return owner instanceof CacheOwner && lacks(Part.CACHE_OWNERS)
        ? without(Part.CACHE_OWNERS)
        : Optional.of(step);
  }

  private Optional<IndexStep> cleared(Cleared cleared) {
    if (cleared.cacheOwner().isEmpty() || !lacks(Part.CACHE_OWNERS)) {
      return Optional.of(cleared);
    }
    count(Part.CACHE_OWNERS);
    return cleared.rank().map(Cleared::of);
  }

  private Optional<IndexStep> residency(ResidencySnapshot snapshot) {
    if (lacks(Part.CACHE_OWNERS)) {
      return without(Part.CACHE_OWNERS);
    }
    SortedMap<CacheOwner, HintSource> sources = new TreeMap<>();
    snapshot
        .hintSources()
        .forEach((owner, source) -> sources.put(owner, known(snapshot, owner, source)));
    return Optional.of(new ResidencySnapshot(snapshot.projections(), sources));
  }

  /** Without roles everybody has the same one; without attachment a source is where it counts. */
  private HintSource known(ResidencySnapshot snapshot, CacheOwner owner, HintSource source) {
    HintSource known = source;
    if (lacks(Part.WORKERS)) {
      known =
          new HintSource(
              known.endpoint().isEmpty() ? SOME_ENDPOINT : known.endpoint(),
              WorkerSnapshot.DEFAULT_WORKER_TYPE,
              known.attachedTo());
      if (!known.equals(source)) {
        count(Part.WORKERS);
      }
    }
    Optional<WorkerWithDpRank> projection = Optional.ofNullable(snapshot.projections().get(owner));
    if (lacks(Part.ATTACHMENT) && !known.attachedTo().equals(projection)) {
      count(Part.ATTACHMENT);
      known = new HintSource(known.endpoint(), known.workerType(), projection);
    }
    return known;
  }

  private Optional<IndexStep> workers(WorkerSnapshot snapshot) {
    if (lacks(Part.WORKERS)) {
      return without(Part.WORKERS);
    }
    if (!snapshot.isListed()) {
      leftOut.merge(UNLISTED, 1L, Long::sum);
      return Optional.empty();
    }
    boolean hasIslands =
        snapshot.workers().values().stream().anyMatch(worker -> worker.island().isPresent());
    if (!hasIslands || !lacks(Part.ISLANDS)) {
      return Optional.of(snapshot);
    }
    count(Part.ISLANDS);
    return Optional.of(withoutIslands(snapshot));
  }

  private static WorkerSnapshot withoutIslands(WorkerSnapshot snapshot) {
    List<WorkerRecord> workers = new ArrayList<>();
    for (WorkerRecord worker : snapshot.workers().values()) {
      workers.add(
          new WorkerRecord(
              worker.workerId(),
              worker.ranks(),
              worker.workerType(),
              worker.endpoints(),
              worker.eventSource(),
              Optional.empty()));
    }
    return WorkerSnapshot.of(workers);
  }
}
