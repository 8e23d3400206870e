package kvproof.events.ingest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StorageTier;
import kvproof.model.StreamState;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;

/** An index for histories in which a block is its external hash: sets of these, and gaps. */
public final class HeldSets implements Consumer<IndexStep> {
  private record Place(Owner owner, StorageTier tier) {}

  private final List<IndexStep> steps = new ArrayList<>();
  private final Map<Place, SortedSet<Long>> held = new HashMap<>();
  private final Map<Owner, Boolean> gapped = new HashMap<>();

  @Override
  public synchronized void accept(IndexStep step) {
    steps.add(step);
    switch (step) {
      case Stored stored ->
          stored.externalHashes().stream()
              .forEach(hash -> at(stored.owner(), stored.tier()).add(hash));
      case Removed removed ->
          removed.externalHashes().stream()
              .forEach(hash -> at(removed.owner(), removed.tier()).remove(hash));
      case Cleared cleared -> drop(cleared.rank().orElseThrow());
      case RankRemoved(var rank) -> drop(rank);
      case WorkerRemoved(long workerId) -> {
        held.keySet().removeIf(place -> isOfWorker(place.owner(), workerId));
        gapped.keySet().removeIf(owner -> isOfWorker(owner, workerId));
      }
      case StreamState(var owner, boolean isGapped) -> gapped.put(owner, isGapped);
      case ResidencySnapshot _, WorkerSnapshot _ -> {}
    }
  }

  private static boolean isOfWorker(Owner owner, long workerId) {
    return owner instanceof WorkerWithDpRank rank && rank.workerId() == workerId;
  }

  private void drop(Owner owner) {
    held.keySet().removeIf(place -> place.owner().equals(owner));
    gapped.remove(owner);
  }

  private SortedSet<Long> at(Owner owner, StorageTier tier) {
    return held.computeIfAbsent(new Place(owner, tier), _ -> new TreeSet<>());
  }

  public synchronized List<Long> of(Owner owner, StorageTier tier) {
    return List.copyOf(at(owner, tier));
  }

  public synchronized List<Long> onDevice(Owner owner) {
    return of(owner, StorageTier.DEVICE);
  }

  public synchronized boolean holdsAnythingOf(Owner owner) {
    return held.entrySet().stream()
        .anyMatch(entry -> entry.getKey().owner().equals(owner) && !entry.getValue().isEmpty());
  }

  public synchronized boolean isGapped(Owner owner) {
    return gapped.getOrDefault(owner, false);
  }

  public synchronized List<IndexStep> steps() {
    return List.copyOf(steps);
  }
}
