package kvproof.router.load;

import static java.util.Collections.unmodifiableSortedSet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.TreeMap;
import kvproof.model.SchedulableWorker;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/** Which rank has which slot. A slot that was given up is the next one's, the lowest first. */
final class RankSlots {
  private static final int FIRST_DP_RANK = 0;

  /** Dp ranks are unsigned. */
  private static final int LAST_DP_RANK = -1;

  private final TreeMap<WorkerWithDpRank, RankSlot> byRank = new TreeMap<>();
  private final BitSet taken = new BitSet();
  private @Nullable RankSlot[] bySlot = new RankSlot[0];
  private long version;

  @Nullable RankSlot find(WorkerWithDpRank rank) {
    return byRank.get(rank);
  }

  /** Null: free. */
  @Nullable RankSlot at(int slot) {
    return bySlot[slot];
  }

  /** One past the last slot in use. */
  int count() {
    return taken.length();
  }

  /** Grows with every slot given or given up. */
  long version() {
    return version;
  }

  SortedSet<WorkerWithDpRank> ranks() {
    return unmodifiableSortedSet(byRank.navigableKeySet());
  }

  /** A copy, sorted by rank. */
  List<RankSlot> all() {
    return List.copyOf(byRank.values());
  }

  /** A copy, sorted by rank. */
  List<RankSlot> ofWorker(long workerId) {
    NavigableMap<WorkerWithDpRank, RankSlot> ranks =
        byRank.subMap(
            new WorkerWithDpRank(workerId, FIRST_DP_RANK),
            true,
            new WorkerWithDpRank(workerId, LAST_DP_RANK),
            true);
    return List.copyOf(ranks.values());
  }

  /** Ranks of the worker that had no slot, sorted. */
  List<WorkerWithDpRank> addMissing(SchedulableWorker worker, long nowNanos) {
    List<WorkerWithDpRank> added = new ArrayList<>();
    for (int offset = 0; offset < worker.rankCount(); offset++) {
      WorkerWithDpRank rank = worker.rank(offset);
      if (!byRank.containsKey(rank)) {
        create(rank, nowNanos);
        added.add(rank);
      }
    }
    return added;
  }

  /** For a rank without a slot. */
  RankSlot create(WorkerWithDpRank rank, long nowNanos) {
    RankSlot load = new RankSlot(rank, taken.nextClearBit(0), nowNanos);
    if (load.slot >= bySlot.length) {
      bySlot = Arrays.copyOf(bySlot, Math.max(8, 2 * bySlot.length));
    }
    byRank.put(rank, load);
    bySlot[load.slot] = load;
    taken.set(load.slot);
    version++;
    return load;
  }

  void remove(RankSlot load) {
    byRank.remove(load.rank);
    bySlot[load.slot] = null;
    taken.clear(load.slot);
    version++;
  }
}
