package kvproof.router.lane;

import java.util.ArrayList;
import java.util.List;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;

/** Events that wait one behind the other, to be applied and shown together. */
final class EventBatch {
  /*
   * Whoever reads sees a batch when all of it is applied, and other lanes wait for it. So it is kept
   * short: a few thousand blocks take some hundred microseconds.
   */
  private static final int MOST_EVENTS = 64;
  private static final int MOST_BLOCKS = 4096;

  private final List<KvCacheEvent> events = new ArrayList<>();
  private long blocks;

  EventBatch(LaneTask.Event first) {
    add(first);
  }

  /** Any task, and whether it is an event that may be added. */
  boolean hasRoomFor(LaneTask next) {
    return next instanceof LaneTask.Event(KvCacheEvent event)
        && events.size() < MOST_EVENTS
        && blocks + blocks(event) <= MOST_BLOCKS;
  }

  void add(LaneTask.Event next) {
    events.add(next.event());
    blocks += blocks(next.event());
  }

  /** What a clear or the removal of a rank takes off is not known here; it fills a batch. */
  private static int blocks(KvCacheEvent event) {
    return switch (event) {
      case Stored stored -> stored.externalHashes().size();
      case Removed removed -> removed.externalHashes().size();
      case Cleared _, RankRemoved _, WorkerRemoved _ -> MOST_BLOCKS;
    };
  }

  /** In the order in which they came. */
  List<KvCacheEvent> events() {
    return events;
  }
}
