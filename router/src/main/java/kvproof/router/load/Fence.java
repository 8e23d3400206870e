package kvproof.router.load;

import java.util.OptionalLong;
import kvproof.model.WorkerWithDpRank;

/**
 * Which booking of a request id is meant, so that late news of an old one leave its successor
 * alone.
 *
 * @param attempt absent: whichever attempt is booked on the rank
 */
public record Fence(WorkerWithDpRank rank, OptionalLong attempt) {

  /** The booking of the id if it is on this rank. */
  public static Fence of(WorkerWithDpRank rank) {
    return new Fence(rank, OptionalLong.empty());
  }

  /** The booking of the id if it is on this rank and of this attempt. */
  public static Fence of(WorkerWithDpRank rank, long attempt) {
    return new Fence(rank, OptionalLong.of(attempt));
  }

  boolean admits(WorkerWithDpRank bookedRank, long bookedAttempt) {
    return rank.equals(bookedRank) && (attempt.isEmpty() || attempt.getAsLong() == bookedAttempt);
  }
}
