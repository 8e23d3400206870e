package kvproof.router.index;

import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import kvproof.model.Owner;
import kvproof.model.WorkerWithDpRank;

/**
 * Gives every owner a small dense number, for good, in order of first use.
 *
 * <p>Numbers are bit positions in owner sets. They say nothing about the order of owners: that is
 * {@link #sourceOrder}.
 */
public final class OwnerTable {
  private static final int BITS = 64;

  private final Object2IntOpenHashMap<Owner> numbers = new Object2IntOpenHashMap<>();
  private final List<Owner> owners = new ArrayList<>();
  private int[] sourceOrder = new int[0];
  private boolean[] rank = new boolean[BITS];

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
    if (number == rank.length) {
      rank = java.util.Arrays.copyOf(rank, 2 * rank.length);
    }
    rank[number] = owner instanceof WorkerWithDpRank;
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
    return rank[number];
  }

  public int size() {
    return owners.size();
  }

  /** Number of 64-bit words that hold one bit for every owner; at least one. */
  public int words() {
    return Math.max(1, (owners.size() + BITS - 1) / BITS);
  }

  /**
   * Position of each owner in source order, by number; ranks first, then cache owners.
   *
   * <p>Worked out again only after an owner was met for the first time.
   */
  public int[] sourceOrder() {
    if (sourceOrder.length != owners.size()) {
      int[] order = new int[owners.size()];
      int[] sorted =
          IntStream.range(0, order.length)
              .boxed()
              .sorted(Comparator.comparing(owners::get))
              .mapToInt(Integer::intValue)
              .toArray();
      for (int position = 0; position < sorted.length; position++) {
        order[sorted[position]] = position;
      }
      sourceOrder = order;
    }
    return sourceOrder;
  }
}
