package kvproof.oracles;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/**
 * RESIDENT_BLOCKS by definition: the distinct device hashes that a seen rank holds, counted anew
 * from its raw events for every question ({@code index.md} 9).
 *
 * <p>Catches a count that missed an event, that adds instead of telling the size, that outlives its
 * rank or dies with a clear, and one that is told although nobody tracks. Knows nothing of tiers
 * below the device, cache owners and answers. Cost grows with the events of the rank.
 */
public final class ResidentCountOracle {
  private final Map<WorkerWithDpRank, List<KvCacheEvent>> seen = new HashMap<>(); // never iterated
  private final Set<WorkerWithDpRank> withdrawn = new HashSet<>();
  private boolean isTracked;

  /** From now on counts are told, of events before this too. */
  public void track() {
    isTracked = true;
  }

  /** Whoever wrote the count of the rank is gone: it is absent for good. */
  public void withdraw(WorkerWithDpRank rank) {
    withdrawn.add(rank);
  }

  /** An event as it reaches the index. */
  public void apply(KvCacheEvent event) {
    switch (event) {
      case Stored stored -> {
        if (isOnDevice(stored) && stored.owner() instanceof WorkerWithDpRank rank) {
          seen.computeIfAbsent(rank, _ -> new ArrayList<>()).add(stored);
        }
      }
      case Removed removed -> {
        if (removed.tier() == StorageTier.DEVICE
            && removed.owner() instanceof WorkerWithDpRank rank) {
          note(rank, removed);
        }
      }
      case Cleared cleared -> cleared.rank().ifPresent(rank -> note(rank, cleared));
      case RankRemoved(var rank) -> forget(rank::equals);
      case WorkerRemoved(long workerId) -> forget(rank -> rank.workerId() == workerId);
    }
  }

  /** A store that is refused as a whole makes nobody seen. */
  private static boolean isOnDevice(Stored stored) {
    Set<Long> hashes = new HashSet<>();
    stored.parent().ifPresent(hashes::add);
    return stored.tier() == StorageTier.DEVICE
        && stored.externalHashes().stream().allMatch(hashes::add);
  }

  /** Nothing but a store makes a rank seen. */
  private void note(WorkerWithDpRank rank, KvCacheEvent event) {
    List<KvCacheEvent> events = seen.get(rank);
    if (events != null) {
      events.add(event);
    }
  }

  private void forget(Predicate<WorkerWithDpRank> leaves) {
    seen.keySet().removeIf(leaves);
  }

  /** Empty if the rank is not seen, withdrawn, or counts are not tracked. */
  public OptionalLong blocks(WorkerWithDpRank rank) {
    List<KvCacheEvent> events = seen.get(rank);
    return !isTracked || withdrawn.contains(rank) || events == null
        ? OptionalLong.empty()
        : OptionalLong.of(held(events).size());
  }

  /** By hash, with the place where it is. */
  private static Map<Long, Place> held(List<KvCacheEvent> events) {
    Map<Long, Place> held = new HashMap<>();
    for (KvCacheEvent event : events) {
      switch (event) {
        case Stored stored -> store(stored, held);
        case Removed removed -> removed.externalHashes().stream().forEach(held::remove);
        case Cleared _, RankRemoved _, WorkerRemoved _ -> held.clear();
      }
    }
    return held;
  }

  private static void store(Stored stored, Map<Long, Place> held) {
    OptionalLong parent = stored.parent();
    for (int index = 0; index < stored.externalHashes().size(); index++) {
      long hash = stored.externalHashes().at(index);
      var place = new Place(parent, stored.localHashes().at(index));
      held.values().remove(place); // its former hash, if there is one
      held.put(hash, place);
      parent = OptionalLong.of(hash);
    }
  }
}
