package kvproof.router.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import kvproof.model.CacheOwner;
import kvproof.model.Owner;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/**
 * Gives every owner a small dense number, for good, in order of first use.
 *
 * <p>Numbers are bit positions in owner sets. They say nothing about the order of owners: that is
 * {@link #compare}. One thread gives numbers; any number may read while nobody does.
 */
public final class OwnerTable {
  private static final int BITS = 64;

  private final Object2IntOpenHashMap<Owner> numbers = new Object2IntOpenHashMap<>();
  private final List<Owner> owners = new ArrayList<>();

  /** UTF-8 names of cache owners; null for ranks. */
  private final List<byte @Nullable []> keys = new ArrayList<>();

  /** Those that are ranks; as many words as {@link #words}. */
  private long[] ranks = new long[1];

  public OwnerTable() {
    numbers.defaultReturnValue(-1);
  }

  /** The owner's number, given now if it has none. */
  public int numberOf(Owner owner) {
    int known = numbers.getInt(owner);
    if (known >= 0) {
      return known;
    }
    int number = owners.size();
    owners.add(owner);
    numbers.put(owner, number);
    if (ranks.length < words()) {
      ranks = Arrays.copyOf(ranks, words());
    }
    if (owner instanceof WorkerWithDpRank) {
      OwnerBits.set(ranks, number);
    }
    keys.add(owner instanceof CacheOwner cacheOwner ? cacheOwner.name().getBytes(UTF_8) : null);
    return number;
  }

  /** The owner's number, or -1 if it was never met. */
  public int find(Owner owner) {
    return numbers.getInt(owner);
  }

  public Owner owner(int number) {
    return owners.get(number);
  }

  public boolean isRank(int number) {
    return OwnerBits.has(ranks, number);
  }

  /** Every rank, as bits; not to be written, and not to be kept. */
  long[] ranks() {
    return ranks;
  }

  public int size() {
    return owners.size();
  }

  /** Number of 64-bit words that hold one bit for every owner; at least one. */
  public int words() {
    return Math.max(1, (owners.size() + BITS - 1) / BITS);
  }

  /**
   * Compares owners by source order: ranks first, by worker and dp rank, then cache owners by key.
   *
   * <p>As {@link Owner#compareTo}, but without making key bytes anew.
   */
  public int compare(int left, int right) {
    byte @Nullable [] leftKey = keys.get(left);
    byte @Nullable [] rightKey = keys.get(right);
    return leftKey == null || rightKey == null
        ? owners.get(left).compareTo(owners.get(right))
        : Arrays.compareUnsigned(leftKey, rightKey);
  }
}
