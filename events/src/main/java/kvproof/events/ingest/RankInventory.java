package kvproof.events.ingest;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/** What the publisher of one rank holds by its own events; those about other ranks pass it by. */
final class RankInventory {
  private final WorkerWithDpRank rank;
  private final Map<StorageTier, TierInventory> tiers = new EnumMap<>(StorageTier.class);

  RankInventory(WorkerWithDpRank rank) {
    this.rank = rank;
  }

  void apply(KvCacheEvent event) {
    switch (event) {
      case Stored stored when stored.owner().equals(rank) -> tier(stored.tier()).store(stored);
      case Removed removed when removed.owner().equals(rank) ->
          tier(removed.tier()).remove(removed.externalHashes());
      case Cleared(var cleared, _) when cleared.filter(rank::equals).isPresent() -> tiers.clear();
      case Stored _, Removed _, Cleared _, RankRemoved _, WorkerRemoved _ -> {}
    }
  }

  private TierInventory tier(StorageTier tier) {
    return tiers.computeIfAbsent(tier, _ -> new TierInventory(rank, tier));
  }

  /** Stores that rebuild it from nothing, tier by tier. */
  List<KvCacheEvent> dump() {
    List<KvCacheEvent> events = new ArrayList<>();
    tiers.values().forEach(tier -> tier.dumpTo(events));
    return events;
  }
}
