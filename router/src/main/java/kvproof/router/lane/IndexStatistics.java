package kvproof.router.lane;

import static java.util.Collections.unmodifiableSortedMap;

import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.WorkerWithDpRank;

/**
 * How much is in a device index.
 *
 * @param blocks held by each rank, reachable or not; ranks without blocks are left out
 */
public record IndexStatistics(SortedMap<WorkerWithDpRank, Long> blocks) {
  public IndexStatistics {
    blocks = unmodifiableSortedMap(new TreeMap<>(blocks));
  }

  /** Blocks of all ranks; one that two ranks hold counts twice. */
  public long size() {
    return blocks.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Workers with at least one block. */
  public long workers() {
    return blocks.keySet().stream().mapToLong(WorkerWithDpRank::workerId).distinct().count();
  }
}
