package kvproof.oracles;

import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.HOST_PINNED;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import kvproof.model.BlockHashes;
import kvproof.model.FetchOutcome;
import kvproof.model.FetchOutcome.Status;
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

/**
 * What must come of carrying out a hint, worked out from which blocks each cache holds.
 *
 * <p>Catches blocks asked for though they are held, delivered though the source lacks them, left
 * out though it has them, and credit for anything behind a hole. Blind to the bytes themselves, to
 * who should have been the source, to how a hint came about, and to everything on disk or external
 * tiers. Knows a block by its external hash alone: parents decide only what a store replaces.
 */
public final class FetchOutcomeOracle {

  private record Cache(Owner owner, StorageTier tier) {}

  private record Place(OptionalLong parent, long localHash) {}

  /** Place by external hash; a fetched or computed block has none. */
  private final Map<Cache, Map<Long, Optional<Place>>> caches = new HashMap<>();

  private ResidencySnapshot residency = ResidencySnapshot.empty();

  /** Takes any step: of the history, or of what happened after the look-up. */
  public void take(IndexStep step) {
    switch (step) {
      case Stored stored -> store(stored);
      case Removed(var owner, var tier, var hashes) ->
          hashes.stream().forEach(blocks(owner, tier)::remove);
      case Cleared(var rank, var cacheOwner) -> {
        rank.ifPresent(this::clear);
        cacheOwner.ifPresent(this::clear);
      }
      case RankRemoved(var rank) -> clear(rank);
      case WorkerRemoved(long workerId) ->
          caches
              .keySet()
              .removeIf(
                  cache ->
                      cache.owner() instanceof WorkerWithDpRank rank
                          && rank.workerId() == workerId);
      case ResidencySnapshot snapshot -> residency = snapshot;
      case WorkerSnapshot _, StreamState _ -> {}
    }
  }

  /**
   * The outcome of carrying out a hint now. Remembers it: the target keeps what was delivered on
   * its host tier, and has computed the first hole onto its device.
   *
   * @param source who serves the request; absent: nobody that may
   */
  public FetchOutcome fetch(WorkerWithDpRank target, Optional<Owner> source, BlockHashes hint) {
    Set<Long> held = within(target);
    Set<Long> offered = source.map(this::within).orElse(Set.of());
    FetchOutcome outcome = expected(held, offered, hint);

    hint.stream()
        .filter(hash -> !held.contains(hash) && offered.contains(hash))
        .forEach(hash -> blocks(target, HOST_PINNED).put(hash, Optional.empty()));
    BlockHashes hole = hint.slice(outcome.credit(), holeEnd(hint, within(target)));
    hole.stream().forEach(hash -> blocks(target, DEVICE).put(hash, Optional.empty()));
    return outcome;
  }

  /** The outcome for a target that holds these blocks and a source that holds those. */
  public static FetchOutcome expected(Set<Long> target, Set<Long> source, BlockHashes hint) {
    Set<Long> asked = new LinkedHashSet<>(hint.stream().boxed().toList());
    asked.removeAll(target);
    Set<Long> delivered = new LinkedHashSet<>(asked);
    delivered.retainAll(source);

    Set<Long> held = new HashSet<>(target);
    held.addAll(delivered);
    int credit = leading(hint, held);
    held.addAll(hint.slice(credit, holeEnd(hint, held)).stream().boxed().toList());

    Status status =
        asked.isEmpty()
            ? Status.NOTHING_NEEDED
            : delivered.isEmpty()
                ? Status.REFUSED
                : delivered.size() < asked.size() ? Status.PARTIAL : Status.DELIVERED;
    return new FetchOutcome(
        status,
        asked.size(),
        delivered.size(),
        asked.size() - delivered.size(),
        credit,
        leading(hint, held));
  }

  /**
   * Every block within reach of an owner: a rank's own, and those of cache owners projected to it.
   */
  public Set<Long> within(Owner owner) {
    Set<Long> hashes = new HashSet<>(blocks(owner, DEVICE).keySet());
    hashes.addAll(blocks(owner, HOST_PINNED).keySet());
    residency
        .projections()
        .forEach(
            (cacheOwner, rank) -> {
              if (rank.equals(owner)) {
                hashes.addAll(blocks(cacheOwner, HOST_PINNED).keySet());
              }
            });
    return hashes;
  }

  /** How many blocks from the root are held without a gap. */
  private static int leading(BlockHashes hint, Set<Long> held) {
    int position = 0;
    while (position < hint.size() && held.contains(hint.at(position))) {
      position++;
    }
    return position;
  }

  /** Where the first hole ends; the end of the hint if nothing is held behind it. */
  private static int holeEnd(BlockHashes hint, Set<Long> held) {
    int position = leading(hint, held);
    while (position < hint.size() && !held.contains(hint.at(position))) {
      position++;
    }
    return position;
  }

  private void store(Stored stored) {
    boolean isRefused = stored.tier() == DEVICE && !(stored.owner() instanceof WorkerWithDpRank);
    if (isRefused || isMalformed(stored)) {
      return;
    }
    Map<Long, Optional<Place>> blocks = blocks(stored.owner(), stored.tier());
    OptionalLong parent = stored.parent();
    for (int i = 0; i < stored.externalHashes().size(); i++) {
      Optional<Place> place = Optional.of(new Place(parent, stored.localHashes().at(i)));
      blocks.values().remove(place); // whatever was in this place before
      blocks.put(stored.externalHashes().at(i), place);
      parent = OptionalLong.of(stored.externalHashes().at(i));
    }
  }

  private static boolean isMalformed(Stored stored) {
    Set<Long> hashes = new HashSet<>(stored.externalHashes().stream().boxed().toList());
    boolean isOwnParent =
        stored.parent().isPresent() && hashes.contains(stored.parent().getAsLong());
    return isOwnParent || hashes.size() < stored.externalHashes().size();
  }

  private void clear(Owner owner) {
    caches.keySet().removeIf(cache -> cache.owner().equals(owner));
  }

  private Map<Long, Optional<Place>> blocks(Owner owner, StorageTier tier) {
    return caches.computeIfAbsent(new Cache(owner, tier), cache -> new HashMap<>());
  }
}
