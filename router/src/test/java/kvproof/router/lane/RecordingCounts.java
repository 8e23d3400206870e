package kvproof.router.lane;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.index.ResidentCounts;

/** Counters that note every write: which thread, which rank, which value. */
final class RecordingCounts extends ResidentCounts {
  private final List<String> writes = Collections.synchronizedList(new ArrayList<>());

  @Override
  public void set(WorkerWithDpRank rank, long blocks) {
    writes.add(Thread.currentThread().getName() + " " + rank + " " + blocks);
    super.set(rank, blocks);
  }

  /** Writes since the last time. */
  List<String> drain() {
    List<String> drained = List.copyOf(writes);
    writes.clear();
    return drained;
  }
}
