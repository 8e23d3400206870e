package kvproof.model;

import java.util.OptionalInt;

/**
 * The worker that a session would like to stay on.
 *
 * @param dpRank absent: any rank of the worker
 */
public record AffinityTarget(long workerId, OptionalInt dpRank) {

  public boolean includes(WorkerWithDpRank rank) {
    return rank.workerId() == workerId && (dpRank.isEmpty() || dpRank.getAsInt() == rank.dpRank());
  }
}
