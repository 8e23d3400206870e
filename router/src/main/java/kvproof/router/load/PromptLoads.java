package kvproof.router.load;

import static java.util.Collections.unmodifiableSortedMap;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.SchedulerState.RankLoad;
import kvproof.model.WorkerWithDpRank;

/** The loads of all ranks with a slot as they stood once: immutable, readable from any thread. */
public record PromptLoads(SortedMap<WorkerWithDpRank, PromptLoad> ranks) {
  public PromptLoads {
    ranks = unmodifiableSortedMap(new TreeMap<>(ranks));
  }

  /** As they are at this time if nothing else happens until then. */
  public SortedMap<WorkerWithDpRank, RankLoad> at(long nowNanos) {
    var loads = new TreeMap<WorkerWithDpRank, RankLoad>();
    for (Map.Entry<WorkerWithDpRank, PromptLoad> entry : ranks.entrySet()) {
      PromptLoad load = entry.getValue();
      loads.put(
          entry.getKey(),
          new RankLoad(
              load.prefill().activeTokens(nowNanos), load.activeBlocks(), load.activeRequests()));
    }
    return loads;
  }
}
