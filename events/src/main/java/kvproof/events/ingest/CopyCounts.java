package kvproof.events.ingest;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.StorageTier;

/**
 * How many physical copies of each block one rank has on each tier; never below 0.
 *
 * <p>Engines that keep several copies of a block publish a store and a removal for each. An index
 * is a set, so only the removal of the last copy may reach it. Repeats of a store have to be
 * dropped before: counted as a copy, a repeat would outlive the removal. Not for several threads.
 */
public final class CopyCounts {
  private final Map<StorageTier, Map<Long, Integer>> copies = new EnumMap<>(StorageTier.class);

  /** What of a removal goes on to the index, and how many hashes do not. */
  public record Removal(Optional<Removed> passedOn, int heldBack) {}

  /** One more copy of each block. */
  public void stored(Stored event) {
    Map<Long, Integer> onTier = copies.computeIfAbsent(event.tier(), _ -> new HashMap<>());
    event.externalHashes().stream().forEach(hash -> onTier.merge(hash, 1, Integer::sum));
  }

  /**
   * One copy less for each occurrence of a hash; the hash is held back while copies are left.
   *
   * <p>A removal that names nothing passes; one of which nothing is left does not.
   */
  public Removal removed(Removed event) {
    Map<Long, Integer> onTier = copies.getOrDefault(event.tier(), new HashMap<>());
    BlockHashes named = event.externalHashes();
    long[] last = named.stream().filter(hash -> wasLast(onTier, hash)).toArray();
    int heldBack = named.size() - last.length;
    if (heldBack == 0) {
      return new Removal(Optional.of(event), 0);
    } else if (last.length == 0) {
      return new Removal(Optional.empty(), heldBack);
    }
    var rest = new Removed(event.owner(), event.tier(), BlockHashes.of(last));
    return new Removal(Optional.of(rest), heldBack);
  }

  private static boolean wasLast(Map<Long, Integer> onTier, long hash) {
    int before = onTier.getOrDefault(hash, 0);
    if (before > 1) {
      onTier.put(hash, before - 1);
    } else {
      onTier.remove(hash);
    }
    return before <= 1;
  }

  /** None of anything from here on. */
  public void forget() {
    copies.clear();
  }

  public int of(StorageTier tier, long hash) {
    return copies.getOrDefault(tier, Map.of()).getOrDefault(hash, 0);
  }
}
