package kvproof.router.index;

import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/**
 * The map from ranks to their counters: immutable, while the counters go on counting.
 *
 * <p>Replaced as a whole when a rank appears or goes. Whoever still holds an older map reads the
 * counters that were in it. For any thread.
 */
public final class ResidentCountsView {
  /*
   * An open-addressing table with linear probing. Ranks appear one by one, ten thousand of them, and
   * each appearance copies the map: cloning one array of references is the cheapest copy there is.
   */
  private static final int SMALLEST = 16;

  static final ResidentCountsView EMPTY = new ResidentCountsView(new Entry[SMALLEST], 0);

  private record Entry(WorkerWithDpRank rank, PaddedLong counter) {}

  private final @Nullable Entry[] table;
  private final int size;

  private ResidentCountsView(@Nullable Entry[] table, int size) {
    this.table = table;
    this.size = size;
  }

  /** Device blocks of the rank as of the last event applied to it; empty if it has no counter. */
  public OptionalLong blocks(WorkerWithDpRank rank) {
    @Nullable PaddedLong counter = find(rank);
    return counter == null ? OptionalLong.empty() : OptionalLong.of(counter.getOpaque());
  }

  /** Ranks that have a counter, in ascending order. */
  public SortedSet<WorkerWithDpRank> ranks() {
    SortedSet<WorkerWithDpRank> ranks = new TreeSet<>();
    for (@Nullable Entry entry : table) {
      if (entry != null) {
        ranks.add(entry.rank());
      }
    }
    return ranks;
  }

  @Nullable PaddedLong find(WorkerWithDpRank rank) {
    @Nullable Entry entry = table[slotOf(table, rank)];
    return entry == null ? null : entry.counter();
  }

  /** This map and one rank that it does not have. */
  ResidentCountsView with(WorkerWithDpRank rank, PaddedLong counter) {
    boolean full = 4 * (size + 1) > 3 * table.length;
    @Nullable Entry[] copy = full ? rehashed(2 * table.length, any -> true) : table.clone();
    copy[slotOf(copy, rank)] = new Entry(rank, counter);
    return new ResidentCountsView(copy, size + 1);
  }

  /** This map without one rank that it has. */
  ResidentCountsView without(WorkerWithDpRank rank) {
    @Nullable Entry[] copy = table.clone();
    int mask = copy.length - 1;
    int gap = slotOf(copy, rank);
    copy[gap] = null;
    int at = (gap + 1) & mask;
    for (@Nullable Entry entry = copy[at]; entry != null; entry = copy[at]) {
      int home = home(entry.rank(), mask);
      // The entry may move up into the gap unless its home lies behind the gap.
      if (((at - home) & mask) >= ((at - gap) & mask)) {
        copy[gap] = entry;
        copy[at] = null;
        gap = at;
      }
      at = (at + 1) & mask;
    }
    return new ResidentCountsView(copy, size - 1);
  }

  /** This map with only the ranks that are to be kept. */
  ResidentCountsView keeping(Predicate<WorkerWithDpRank> kept) {
    @Nullable Entry[] copy = rehashed(table.length, kept);
    int left = 0;
    for (@Nullable Entry entry : copy) {
      left += entry == null ? 0 : 1;
    }
    return left == size ? this : new ResidentCountsView(copy, left);
  }

  private @Nullable Entry[] rehashed(int capacity, Predicate<WorkerWithDpRank> kept) {
    @Nullable Entry[] copy = new Entry[capacity];
    for (@Nullable Entry entry : table) {
      if (entry != null && kept.test(entry.rank())) {
        copy[slotOf(copy, entry.rank())] = entry;
      }
    }
    return copy;
  }

  /** Where the rank is, or would be. */
  private static int slotOf(@Nullable Entry[] table, WorkerWithDpRank rank) {
    int mask = table.length - 1;
    int slot = home(rank, mask);
    @Nullable Entry entry = table[slot];
    while (entry != null && !entry.rank().equals(rank)) {
      slot = (slot + 1) & mask;
      entry = table[slot];
    }
    return slot;
  }

  private static int home(WorkerWithDpRank rank, int mask) {
    long mixed = (rank.workerId() * 0x9E3779B97F4A7C15L + rank.dpRank()) * 0xC2B2AE3D27D4EB4FL;
    return (int) (mixed >>> 32) & mask;
  }
}
