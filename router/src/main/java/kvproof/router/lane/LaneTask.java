package kvproof.router.lane;

import kvproof.model.KvCacheEvent;

/** What waits in the queue of a lane. */
sealed interface LaneTask {

  /** An event of which nobody waits for the status. */
  record Event(KvCacheEvent event) implements LaneTask {}

  /** Whatever else is to be done in its turn. */
  record Work(Runnable work) implements LaneTask {}
}
