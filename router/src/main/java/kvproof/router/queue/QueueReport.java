package kvproof.router.queue;

import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.SchedulerState;
import kvproof.model.SchedulerState.ClassCounters;
import kvproof.model.SchedulerState.RankLoad;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.load.ActiveSequences;

/** Spells loads and counters out. */
final class QueueReport {
  private QueueReport() {}

  static SchedulerState of(PolicyQueue<?> queue, ActiveSequences sequences, long nowNanos) {
    SortedMap<WorkerWithDpRank, RankLoad> ranks = new TreeMap<>();
    for (WorkerWithDpRank rank : sequences.ranks()) {
      int slot = sequences.slotOf(rank);
      ranks.put(
          rank,
          new RankLoad(
              sequences.activePrefillTokens(slot, nowNanos),
              sequences.activeBlocks(slot),
              sequences.activeRequests(slot)));
    }
    SortedMap<String, ClassCounters> classes = new TreeMap<>();
    for (int number = 0; number < queue.classCount(); number++) {
      classes.put(queue.queueClass(number).name(), queue.counters(number));
    }
    return new SchedulerState(ranks, classes);
  }
}
