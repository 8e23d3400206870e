package kvproof.router.predict;

import java.util.NavigableMap;
import kvproof.model.WorkerWithDpRank;

/** The ranks of one worker in what is kept by rank. */
final class WorkerRanks {
  private static final int FIRST = 0;

  /** Dp ranks are unsigned. */
  private static final int LAST = -1;

  private WorkerRanks() {}

  /**
   * The part of {@code byRank} that is about the worker; changes to it are changes to the whole.
   */
  static <V> NavigableMap<WorkerWithDpRank, V> of(
      NavigableMap<WorkerWithDpRank, V> byRank, long workerId) {
    return byRank.subMap(
        new WorkerWithDpRank(workerId, FIRST), true, new WorkerWithDpRank(workerId, LAST), true);
  }
}
