package kvproof.router.lane;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import kvproof.model.CacheOwner;
import kvproof.model.Owner;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.identity.Xxh3;

/**
 * Which lane an owner belongs to, for good. Any thread may ask.
 *
 * <p>Ranks are bound in turn at their first use and stay where they are even after their removal,
 * so that a new event never overtakes an old one. A cache owner is bound by its key.
 */
final class LaneBinding {
  private static final Pattern COMPACT_KEY = Pattern.compile("[0-9a-f]{32}");
  private static final int HEX_DIGITS_OF_EIGHT_BYTES = 16;
  private static final Xxh3 NAME_HASH = Xxh3.seeded(0);

  private final int lanes;
  private final Map<WorkerWithDpRank, Integer> ranks = new ConcurrentHashMap<>();
  private final AtomicLong firstUses = new AtomicLong();

  LaneBinding(int lanes) {
    this.lanes = lanes;
  }

  int laneOf(Owner owner) {
    return switch (owner) {
      case WorkerWithDpRank rank -> laneOf(rank);
      case CacheOwner cacheOwner -> laneOf(cacheOwner);
    };
  }

  /** The rank's lane; it is bound now if this is its first use. */
  int laneOf(WorkerWithDpRank rank) {
    return ranks.computeIfAbsent(rank, first -> (int) (firstUses.getAndIncrement() % lanes));
  }

  /**
   * The cache owner's lane: the first eight bytes of its compact key as a big-endian number, modulo
   * the number of lanes. For a name that is no compact key, the XXH3 of the name is that number.
   */
  int laneOf(CacheOwner owner) {
    String name = owner.name();
    long number =
        COMPACT_KEY.matcher(name).matches()
            ? Long.parseUnsignedLong(name.substring(0, HEX_DIGITS_OF_EIGHT_BYTES), 16)
            : NAME_HASH.hash(name);
    return (int) Long.remainderUnsigned(number, lanes);
  }

  boolean isBound(WorkerWithDpRank rank) {
    return ranks.containsKey(rank);
  }

  /** Ranks bound to a lane, in ascending order. */
  List<WorkerWithDpRank> ranksOf(int lane) {
    return ranks.entrySet().stream()
        .filter(bound -> bound.getValue() == lane)
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }
}
