package kvproof.events.ingest;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.events.MalformedStores;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/** The blocks of one rank on one tier: at most one to an external hash, and one to a place. */
final class TierInventory {
  private record Place(OptionalLong parent, long localHash) {}

  private final WorkerWithDpRank rank;
  private final StorageTier tier;
  private final SortedMap<Long, Place> places = new TreeMap<>(Long::compareUnsigned);
  private final Map<Place, Long> hashes = new HashMap<>();

  TierInventory(WorkerWithDpRank rank, StorageTier tier) {
    this.rank = rank;
    this.tier = tier;
  }

  /** A malformed store stores nothing. */
  void store(Stored event) {
    if (MalformedStores.isMalformed(event)) {
      return;
    }
    OptionalLong parent = event.parent();
    for (int i = 0; i < event.externalHashes().size(); i++) {
      long hash = event.externalHashes().at(i);
      put(hash, new Place(parent, event.localHashes().at(i)));
      parent = OptionalLong.of(hash);
    }
  }

  /** What had the hash or the place before gives way. */
  private void put(long hash, Place place) {
    remove(hash);
    Long formerHash = hashes.get(place);
    if (formerHash != null) {
      remove(formerHash);
    }
    places.put(hash, place);
    hashes.put(place, hash);
  }

  void remove(BlockHashes removed) {
    removed.stream().forEach(this::remove);
  }

  private void remove(long hash) {
    Place place = places.remove(hash);
    if (place != null) {
      hashes.remove(place);
    }
  }

  /** Every block once, a parent before its children; a cycle begins at one of its blocks. */
  void dumpTo(List<KvCacheEvent> events) {
    Map<Long, Set<Long>> children = new HashMap<>();
    Deque<Long> next = new ArrayDeque<>();
    places.forEach(
        (hash, place) -> {
          if (isHeld(place.parent())) {
            children
                .computeIfAbsent(place.parent().getAsLong(), _ -> new LinkedHashSet<>())
                .add(hash);
          } else {
            next.add(hash);
          }
        });
    Set<Long> left = new TreeSet<>(places.keySet());
    while (!left.isEmpty()) {
      if (next.isEmpty()) {
        next.add(inCycleAbove(left.iterator().next()));
      }
      long hash = next.remove();
      if (left.remove(hash)) {
        events.add(single(hash));
        next.addAll(children.getOrDefault(hash, Set.of()));
      }
    }
  }

  private boolean isHeld(OptionalLong parent) {
    return parent.isPresent() && places.containsKey(parent.getAsLong());
  }

  /** Where no block without a held parent is left, every way up ends in a cycle. */
  private long inCycleAbove(long hash) {
    Collection<Long> passed = new HashSet<>();
    long above = hash;
    while (passed.add(above)) {
      above = place(above).parent().orElseThrow();
    }
    return above;
  }

  private Place place(long held) {
    return Objects.requireNonNull(places.get(held));
  }

  private Stored single(long hash) {
    Place place = place(hash);
    return new Stored(
        rank, tier, place.parent(), BlockHashes.of(place.localHash()), BlockHashes.of(hash));
  }
}
