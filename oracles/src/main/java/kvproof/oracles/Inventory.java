package kvproof.oracles;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The set of blocks that one owner holds on one tier: {@code index.md} 2.5.
 *
 * <p>No two blocks have one external hash and no two have one place, so the set is kept as two maps
 * that mirror each other. Nothing is known of blocks that are not held.
 */
final class Inventory {
  /** Of an owner that stored nothing; nobody stores into it. */
  static final Inventory EMPTY = new Inventory();

  private final SortedMap<Long, Place> placeOf = new TreeMap<>(Long::compareUnsigned);
  private final Map<Place, Long> hashAt = new HashMap<>(); // looked up, never iterated

  Inventory copy() {
    var copy = new Inventory();
    copy.placeOf.putAll(placeOf);
    copy.hashAt.putAll(hashAt);
    return copy;
  }

  int size() {
    return placeOf.size();
  }

  boolean holds(long externalHash) {
    return placeOf.containsKey(externalHash);
  }

  /** The external hash of the block at this place, if one is held there. */
  OptionalLong hashAt(Place place) {
    Long externalHash = hashAt.get(place);
    return externalHash == null ? OptionalLong.empty() : OptionalLong.of(externalHash);
  }

  /** A copy of the blocks, by external hash, unsigned. */
  SortedMap<Long, Place> blocks() {
    return new TreeMap<>(placeOf);
  }

  /**
   * The table of "Stored": the block takes its hash and its place from whoever had them.
   *
   * @return false if the block was held already, so that nothing changed
   */
  boolean store(Place place, long externalHash) {
    if (place.equals(placeOf.get(externalHash))) {
      return false; // duplicate
    }
    remove(externalHash); // a move: it was held at another place
    hashAt(place).ifPresent(this::remove); // a re-hash: the place was held under another hash
    placeOf.put(externalHash, place);
    hashAt.put(place, externalHash);
    return true;
  }

  /** Removes that block only; what hangs below it stays. False: it was not held. */
  boolean remove(long externalHash) {
    Place place = placeOf.remove(externalHash);
    if (place == null) {
      return false;
    }
    hashAt.remove(place);
    return true;
  }
}
