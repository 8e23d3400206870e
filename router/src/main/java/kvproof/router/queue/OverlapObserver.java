package kvproof.router.queue;

import kvproof.model.WorkerWithDpRank;

/**
 * Is told when a booked and delivered request without a pin got a rank with less effective overlap
 * than another eligible one had. Called after the turn of the queue.
 */
@FunctionalInterface
public interface OverlapObserver {

  /**
   * One request that went to less overlap.
   *
   * @param better the smallest rank with the most overlap
   */
  record WorseOverlap(
      String requestId,
      WorkerWithDpRank chosen,
      double chosenOverlapBlocks,
      WorkerWithDpRank better,
      double betterOverlapBlocks) {}

  void observed(WorseOverlap observation);
}
