package kvproof.oracles.log;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.Answer.DeviceMatch;
import kvproof.model.Answer.TierAnswer;
import kvproof.model.Answer.WalkPosition;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.Owner;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/**
 * One query put to the log under one residency snapshot: the walks of all ranks, and who may be a
 * source at all.
 */
public final class Lookup {
  private final EventLog log;
  private final ResidencySnapshot residency;
  private final BlockHashes query;
  private final SortedMap<WorkerWithDpRank, RankWalk> walks = new TreeMap<>();

  public Lookup(EventLog log, ResidencySnapshot residency, BlockHashes query) {
    this.log = log;
    this.residency = residency;
    this.query = query;
    for (WorkerWithDpRank rank : ranks()) {
      walks.put(rank, new RankWalk(rank, this));
    }
  }

  /** Ranks that stored something, or to which a cache owner is projected. */
  private SortedSet<WorkerWithDpRank> ranks() {
    SortedSet<WorkerWithDpRank> ranks = new TreeSet<>(residency.projections().values());
    for (Owner owner : log.owners()) {
      if (owner instanceof WorkerWithDpRank rank) {
        ranks.add(rank);
      }
    }
    return ranks;
  }

  /** Blocks in the query. */
  int length() {
    return query.size();
  }

  /** One per rank that could hold anything, ranks ascending. */
  Collection<RankWalk> walks() {
    return walks.values();
  }

  /** In source order (continuation.md 1, 7.1): every rank, then every advertised cache owner. */
  List<Owner> sources() {
    List<Owner> sources = new ArrayList<>(walks.keySet());
    sources.addAll(residency.hintSources().keySet());
    return sources;
  }

  /** The walk of a rank; none for a cache owner, nor for a rank that can hold nothing. */
  Optional<RankWalk> walk(Owner owner) {
    return owner instanceof WorkerWithDpRank rank
        ? Optional.ofNullable(walks.get(rank))
        : Optional.empty();
  }

  /** First position that the target does not hold; 0 for a rank nobody ever heard of. */
  int frontier(WorkerWithDpRank target) {
    return walk(target).map(RankWalk::frontier).orElse(0);
  }

  /** The hash under which the owner itself holds the query's block behind {@code parent}. */
  OptionalLong exactHash(Owner owner, StorageTier tier, OptionalLong parent, int position) {
    return position == query.size()
        ? OptionalLong.empty()
        : log.ledger(owner, tier).hashAt(new Place(parent, query.at(position)));
  }

  /** The same with the cache owners projected to the rank; its own variant first (index.md 4.5). */
  OptionalLong projectedHash(
      WorkerWithDpRank rank, StorageTier tier, OptionalLong parent, int position) {
    OptionalLong hash = exactHash(rank, tier, parent, position);
    for (CacheOwner owner : residency.projections().keySet()) { // ascending: the smallest names it
      if (hash.isEmpty() && rank.equals(residency.projections().get(owner))) {
        hash = exactHash(owner, tier, parent, position);
      }
    }
    return hash;
  }

  /** index.md 3.1. */
  public SortedMap<WorkerWithDpRank, DeviceMatch> device() {
    SortedMap<WorkerWithDpRank, DeviceMatch> device = new TreeMap<>();
    for (RankWalk walk : walks.values()) {
      int blocks = walk.end(StorageTier.DEVICE);
      if (blocks > 0) {
        device.put(walk.rank(), new DeviceMatch(blocks, walk.hashAt(blocks - 1)));
      }
    }
    return device;
  }

  /** index.md 4.6, for the tiers that exist. */
  public SortedMap<StorageTier, TierAnswer> lower() {
    SortedMap<StorageTier, TierAnswer> lower = new TreeMap<>();
    for (StorageTier tier : StorageTier.lower()) {
      if (log.hasTier(tier)) {
        lower.put(tier, tierAnswer(tier));
      }
    }
    return lower;
  }

  private TierAnswer tierAnswer(StorageTier tier) {
    SortedMap<WorkerWithDpRank, Integer> hits = new TreeMap<>();
    SortedMap<WorkerWithDpRank, WalkPosition> next = new TreeMap<>();
    for (RankWalk walk : walks.values()) {
      if (walk.walks(tier)) {
        hits.put(walk.rank(), walk.hits(tier));
        next.put(walk.rank(), walk.next(tier));
      }
    }
    return new TierAnswer(hits, next);
  }
}
