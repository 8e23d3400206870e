package kvproof.soak.fetch;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import kvproof.mocknixl.worker.BlockContent;
import kvproof.mocknixl.worker.WrongBlock;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.TransferAgent;

/**
 * What one owner really holds: blocks with their bytes, in memory registered with its own agent.
 *
 * <p>A rank has a device and a host tier, a cache owner a host tier alone; other tiers are beyond
 * reach. Lives on the events that the router hears too. Close ranks before the cache owners whose
 * memory they reach.
 */
final class SimWorker implements AutoCloseable {
  private final Owner owner;
  private final String endpoint;
  private final TransferAgent agent;
  private final Map<StorageTier, TierCache> tiers = new EnumMap<>(StorageTier.class);
  private final List<TierCache> projected = new ArrayList<>();

  /** The worker closes the agent. No more than {@code slots} blocks fit on a tier. */
  SimWorker(TransferAgent agent, Owner owner, String endpoint, BlockContent content, int slots) {
    this.owner = owner;
    this.endpoint = endpoint;
    this.agent = agent;
    if (owner instanceof WorkerWithDpRank) {
      tiers.put(StorageTier.DEVICE, new TierCache(agent, content, slots));
    }
    tiers.put(StorageTier.HOST_PINNED, new TierCache(agent, content, slots));
    agent.register(ownRegions());
  }

  Owner owner() {
    return owner;
  }

  String endpoint() {
    return endpoint;
  }

  TransferAgent agent() {
    return agent;
  }

  TierCache host() {
    return tier(StorageTier.HOST_PINNED);
  }

  TierCache device() {
    return tier(StorageTier.DEVICE);
  }

  private TierCache tier(StorageTier tier) {
    TierCache cache = tiers.get(tier);
    if (cache == null) {
      throw new IllegalStateException(owner + " has no " + tier);
    }
    return cache;
  }

  /** From now on this rank reads the cache owner's blocks as its own host blocks. */
  void reach(SimWorker cacheOwner) {
    agent.register(cacheOwner.ownRegions());
    projected.add(cacheOwner.host());
  }

  /** Takes an event, of whomever it is. */
  void apply(KvCacheEvent event) {
    switch (event) {
      case Stored stored -> own(stored.owner(), stored.tier()).ifPresent(c -> c.store(stored));
      case Removed(var from, var tier, var hashes) ->
          own(from, tier).ifPresent(cache -> cache.remove(hashes));
      case Cleared(var rank, var cacheOwner) -> {
        if (rank.filter(owner::equals).isPresent()
            || cacheOwner.filter(owner::equals).isPresent()) {
          clear();
        }
      }
      case RankRemoved(var rank) -> {
        if (rank.equals(owner)) {
          clear();
        }
      }
      case WorkerRemoved(long workerId) -> {
        if (owner instanceof WorkerWithDpRank rank && rank.workerId() == workerId) {
          clear();
        }
      }
    }
  }

  private Optional<TierCache> own(Owner who, StorageTier tier) {
    return who.equals(owner) ? Optional.ofNullable(tiers.get(tier)) : Optional.empty();
  }

  private void clear() {
    tiers.values().forEach(TierCache::clear);
  }

  boolean holds(long hash) {
    return within().anyMatch(cache -> cache.holds(hash));
  }

  /** Where a block lies: on the device, else on the host, else with a cache owner. */
  Optional<Descriptor> find(long hash) {
    return within().flatMap(cache -> cache.find(hash).stream()).findFirst();
  }

  /** How many of these blocks are held from the first one on without a gap. */
  int leading(BlockHashes chain) {
    int position = 0;
    while (position < chain.size() && holds(chain.at(position))) {
      position++;
    }
    return position;
  }

  private Stream<TierCache> within() {
    return Stream.concat(tiers.values().stream(), projected.stream());
  }

  List<WrongBlock> wrongBlocks() {
    return tiers.values().stream().flatMap(cache -> cache.wrongBlocks().stream()).toList();
  }

  private List<MemoryRegion> ownRegions() {
    return tiers.values().stream().map(TierCache::region).toList();
  }

  /** What a fetch that is over has left with the agent, in words. */
  List<String> unrest() {
    List<String> left = new ArrayList<>();
    if (agent.openRequests() > 0) {
      left.add(agent.openRequests() + " transfers not released");
    }
    agent.takeNotifications().forEach(message -> left.add("not taken: " + message));
    List<MemoryRegion> extra = new ArrayList<>(agent.registeredRegions());
    within().map(TierCache::region).forEach(extra::remove);
    extra.forEach(region -> left.add("still registered: " + region));
    tiers.forEach((tier, cache) -> left.addAll(cache.unrest()));
    return left;
  }

  @Override
  public void close() {
    agent.close();
    tiers.values().forEach(TierCache::close);
  }
}
