package kvproof.events.routerevent;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import kvproof.events.ReasonCounts;
import kvproof.events.routerevent.RouterEventData.Cleared;
import kvproof.events.routerevent.RouterEventData.Removed;
import kvproof.events.routerevent.RouterEventData.Stored;
import kvproof.events.routerevent.RouterEventData.StoredBlock;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.Owner;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.identity.CacheOwnerId;

/**
 * Between router events and what an index takes and holds.
 *
 * <p>An index knows a cache owner by its compact key alone; the bridge remembers the identities it
 * has met, because a dump has to spell them out. For any number of threads.
 */
public final class RouterEventBridge {
  /*
   *   domain         stored, removed: whose    cleared: whose
   *   left out       the rank                  the rank, and the state source if there is one
   *   worker         the rank                  the rank
   *   cache_owner    the state source          the state source
   *   other          ignored                   ignored
   *
   * A cache owner holds nothing on the device: such a store or removal is ignored. The tier of a
   * clear means nothing.
   */
  private static final WorkerWithDpRank NO_RANK = new WorkerWithDpRank(0, 0);

  private final Map<CacheOwner, CacheOwnerId> identities =
      new ConcurrentHashMap<>(); // never walked
  private final ReasonCounts<BridgeReason> ignored = new ReasonCounts<>(BridgeReason.class);

  /** What the index is to apply; empty: nothing, and the event was counted. */
  public Optional<KvCacheEvent> toModel(RouterEvent event) {
    event.stateSource().ifPresent(this::remember);
    return switch (event.domain()) {
      case UNSUPPORTED -> ignore(BridgeReason.UNSUPPORTED_RESIDENCY_DOMAIN);
      case UNSPECIFIED ->
          event.data() instanceof Cleared
              ? Optional.of(
                  new KvCacheEvent.Cleared(
                      Optional.of(event.rank()), event.stateSource().map(CacheOwnerId::toOwner)))
              : Optional.of(change(event, event.rank()));
      case WORKER -> Optional.of(change(event, event.rank()));
      case CACHE_OWNER -> ofCacheOwner(event);
    };
  }

  private Optional<KvCacheEvent> ofCacheOwner(RouterEvent event) {
    if (event.stateSource().isEmpty()) {
      return ignore(BridgeReason.MISSING_STATE_SOURCE);
    }
    if (event.tier() == StorageTier.DEVICE && !(event.data() instanceof Cleared)) {
      return ignore(BridgeReason.UNSUPPORTED_RESIDENCY_DOMAIN);
    }
    return Optional.of(change(event, event.stateSource().get().toOwner()));
  }

  private static KvCacheEvent change(RouterEvent event, Owner owner) {
    return switch (event.data()) {
      case Stored(var parentHash, _, var blocks) ->
          new KvCacheEvent.Stored(
              owner,
              event.tier(),
              parentHash,
              BlockHashes.of(blocks.stream().map(StoredBlock::tokensHash).toList()),
              BlockHashes.of(blocks.stream().map(StoredBlock::blockHash).toList()));
      case Removed(var blockHashes) -> new KvCacheEvent.Removed(owner, event.tier(), blockHashes);
      case Cleared() ->
          switch (owner) {
            case WorkerWithDpRank rank -> KvCacheEvent.Cleared.of(rank);
            case CacheOwner cacheOwner -> KvCacheEvent.Cleared.of(cacheOwner);
          };
    };
  }

  private Optional<KvCacheEvent> ignore(BridgeReason reason) {
    ignored.add(reason);
    return Optional.empty();
  }

  public ReasonCounts<BridgeReason> ignored() {
    return ignored;
  }

  /** Makes an identity known that no event has named. */
  public void remember(CacheOwnerId identity) {
    identities.put(identity.toOwner(), identity);
  }

  /**
   * The events of a dump, numbered from 0 and on their real tiers.
   *
   * <p>Throws {@link IllegalArgumentException} naming a cache owner whose identity nobody told.
   */
  public List<RouterEvent> dump(List<KvCacheEvent.Stored> stores) {
    List<RouterEvent> events = new ArrayList<>();
    for (KvCacheEvent.Stored stored : stores) {
      events.add(dumped(stored, events.size()));
    }
    return List.copyOf(events);
  }

  /** One store a block, in the given order. */
  public List<RouterEvent> dumpBlocks(List<HeldBlock> blocks) {
    return dump(
        blocks.stream()
            .map(
                block ->
                    new KvCacheEvent.Stored(
                        block.owner(),
                        block.tier(),
                        block.parent(),
                        BlockHashes.of(block.localHash()),
                        BlockHashes.of(block.externalHash())))
            .toList());
  }

  private RouterEvent dumped(KvCacheEvent.Stored stored, long eventId) {
    List<StoredBlock> blocks =
        IntStream.range(0, stored.externalHashes().size())
            .mapToObj(
                i -> StoredBlock.of(stored.externalHashes().at(i), stored.localHashes().at(i)))
            .toList();
    var data = new Stored(stored.parent(), OptionalInt.empty(), blocks);
    return switch (stored.owner()) {
      case WorkerWithDpRank rank -> RouterEvent.ofRank(rank, stored.tier(), eventId, data);
      case CacheOwner owner ->
          new RouterEvent(
              NO_RANK,
              stored.tier(),
              ResidencyDomain.CACHE_OWNER,
              eventId,
              data,
              Optional.of(identity(owner)),
              Optional.empty());
    };
  }

  private CacheOwnerId identity(CacheOwner owner) {
    CacheOwnerId identity = identities.get(owner);
    if (identity == null) {
      throw new IllegalArgumentException("no identity is known of the cache owner " + owner);
    }
    return identity;
  }
}
