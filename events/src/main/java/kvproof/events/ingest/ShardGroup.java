package kvproof.events.ingest;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import kvproof.events.MalformedStores;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/**
 * The shards of one rank, each with a part of every block and an eviction of its own, as the one
 * owner that an index knows.
 *
 * <p>A block is of use only where every shard has its part: it is stored with the last of them and
 * removed with the first. For one thread.
 */
public final class ShardGroup {
  private final WorkerWithDpRank rank;
  private final int shards;
  private final Map<StorageTier, SortedMap<Long, Parts>> tiers = new EnumMap<>(StorageTier.class);
  private long mismatched;

  /** Where a block belongs, and which shards have their part of it; at least one. */
  private record Parts(OptionalLong parent, long localHash, BitSet holders) {
    boolean isAt(OptionalLong otherParent, long otherLocalHash) {
      return parent.equals(otherParent) && localHash == otherLocalHash;
    }
  }

  /**
   * A block that some shards have and others lack.
   *
   * @param position in the chain that was asked for, from 0
   * @param shards that lack it, ascending
   */
  public record Incomplete(int position, long externalHash, List<Integer> shards) {
    public Incomplete {
      shards = List.copyOf(shards);
    }
  }

  /** A group of so many shards, at least one; they go by their numbers from 0. */
  public ShardGroup(WorkerWithDpRank rank, int shards) {
    if (shards < 1) {
      throw new IllegalArgumentException("a rank has at least one shard, not " + shards);
    }
    this.rank = rank;
    this.shards = shards;
  }

  /**
   * What an event of one shard does to the blocks of the rank, in order; may be nothing.
   *
   * <p>A malformed store stores nothing. A block that a shard has at another place than the others
   * is not counted as its part. A clear is that shard's alone; that the rank or its worker left is
   * said for all of them. An event about another owner is {@link IllegalArgumentException}.
   */
  public List<KvCacheEvent> take(int shard, KvCacheEvent event) {
    Objects.checkIndex(shard, shards);
    return switch (event) {
      case Stored stored when stored.owner().equals(rank) -> stored(shard, stored);
      case Removed removed when removed.owner().equals(rank) ->
          removed(shard, removed.tier(), removed.externalHashes());
      case Cleared(var cleared, var cacheOwner)
          when cacheOwner.isEmpty() && cleared.filter(rank::equals).isPresent() ->
          cleared(shard);
      case RankRemoved(var gone) when gone.equals(rank) -> left(event);
      case WorkerRemoved(long workerId) when workerId == rank.workerId() -> left(event);
      case Stored _, Removed _, Cleared _, RankRemoved _, WorkerRemoved _ ->
          throw new IllegalArgumentException("shards of " + rank + " do not speak of " + event);
    };
  }

  private List<KvCacheEvent> stored(int shard, Stored event) {
    List<KvCacheEvent> complete = new ArrayList<>();
    if (MalformedStores.isMalformed(event)) {
      return complete;
    }
    SortedMap<Long, Parts> onTier = tier(event.tier());
    OptionalLong parent = event.parent();
    for (int i = 0; i < event.externalHashes().size(); i++) {
      long hash = event.externalHashes().at(i);
      long localHash = event.localHashes().at(i);
      OptionalLong place = parent;
      Parts parts =
          onTier.computeIfAbsent(hash, _ -> new Parts(place, localHash, new BitSet(shards)));
      if (!parts.isAt(parent, localHash)) {
        mismatched++;
      } else if (!parts.holders().get(shard)) {
        parts.holders().set(shard);
        if (isComplete(parts)) {
          complete.add(
              new Stored(
                  rank, event.tier(), parent, BlockHashes.of(localHash), BlockHashes.of(hash)));
        }
      }
      parent = OptionalLong.of(hash);
    }
    return complete;
  }

  private List<KvCacheEvent> removed(int shard, StorageTier tier, BlockHashes hashes) {
    List<Long> broken = new ArrayList<>();
    SortedMap<Long, Parts> onTier = tier(tier);
    for (long hash : hashes.toArray()) {
      Parts parts = onTier.get(hash);
      if (parts == null || !parts.holders().get(shard)) {
        continue;
      }
      if (isComplete(parts)) {
        broken.add(hash);
      }
      parts.holders().clear(shard);
      if (parts.holders().isEmpty()) {
        onTier.remove(hash);
      }
    }
    return broken.isEmpty()
        ? List.of()
        : List.of(
            new Removed(
                rank, tier, BlockHashes.of(broken.stream().mapToLong(Long::longValue).toArray())));
  }

  private List<KvCacheEvent> cleared(int shard) {
    List<KvCacheEvent> events = new ArrayList<>();
    for (StorageTier tier : List.copyOf(tiers.keySet())) {
      events.addAll(removed(shard, tier, BlockHashes.of(List.copyOf(tier(tier).keySet()))));
    }
    return events;
  }

  private List<KvCacheEvent> left(KvCacheEvent event) {
    tiers.clear();
    return List.of(event);
  }

  private SortedMap<Long, Parts> tier(StorageTier tier) {
    return tiers.computeIfAbsent(tier, _ -> new TreeMap<>(Long::compareUnsigned));
  }

  private boolean isComplete(Parts parts) {
    return parts.holders().cardinality() == shards;
  }

  /** Leading blocks of the chain that every shard has on the tier. */
  public int usable(StorageTier tier, BlockHashes chain) {
    int position = 0;
    while (position < chain.size()) {
      Parts parts = tier(tier).get(chain.at(position));
      if (parts == null || !isComplete(parts)) {
        break;
      }
      position++;
    }
    return position;
  }

  /** Blocks of the chain that some shards have on the tier and not all, in the chain's order. */
  public List<Incomplete> incomplete(StorageTier tier, BlockHashes chain) {
    List<Incomplete> found = new ArrayList<>();
    for (int position = 0; position < chain.size(); position++) {
      Parts parts = tier(tier).get(chain.at(position));
      if (parts != null && !isComplete(parts)) {
        found.add(
            new Incomplete(
                position,
                chain.at(position),
                IntStream.range(0, shards)
                    .filter(shard -> !parts.holders().get(shard))
                    .boxed()
                    .toList()));
      }
    }
    return found;
  }

  /** Parts of blocks that a shard had at another place than the shards before it. */
  public long mismatched() {
    return mismatched;
  }
}
