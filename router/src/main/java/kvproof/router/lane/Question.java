package kvproof.router.lane;

import java.util.concurrent.CompletableFuture;
import kvproof.router.lane.Outcome.Done;
import kvproof.router.lane.Outcome.Dropped;
import kvproof.router.lane.Outcome.Offline;

/**
 * A question in the queue of a lane.
 *
 * @param isTaken whether the lane took it in
 */
record Question<T>(Lane lane, CompletableFuture<T> answer, boolean isTaken) {

  /**
   * Waits for the answer or for the end of the lane, whichever comes first. Who is told that a lane
   * has died finds its traces gone.
   */
  Outcome<T> await() {
    if (isTaken) {
      CompletableFuture.anyOf(answer, lane.exit()).join();
      if (answer.isDone()) {
        return new Done<>(answer.join());
      }
    } else if (lane.failure().isPresent()) {
      lane.exit().join(); // it takes nothing any more, and is still withdrawing its counts
    }
    return lane.failure().isPresent() ? new Dropped<>() : new Offline<>();
  }
}
