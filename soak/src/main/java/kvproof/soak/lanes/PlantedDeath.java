package kvproof.soak.lanes;

import kvproof.model.ConcurrentRouter;
import kvproof.model.WorkerWithDpRank;

/** The death of a lane, as a router that lives on has to survive it. */
final class PlantedDeath {
  private PlantedDeath() {}

  /** Behind everything that was handed over about the rank so far, its lane dies. */
  static void ofLaneOf(WorkerWithDpRank rank, ConcurrentRouter router) {
    router.enqueue(
        rank,
        () -> {
          throw new IllegalStateException("planted: the lane of " + rank + " dies");
        });
  }
}
