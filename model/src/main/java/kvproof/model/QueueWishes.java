package kvproof.model;

import java.util.OptionalLong;

/**
 * What a request says of its place in the queue.
 *
 * @param policyClass an explicit class or a family; empty or anything else: the default family
 * @param strictPriority unsigned; larger goes first, before every deadline and score
 * @param priorityJump seconds gained in the score; below 0 counts as 0; never NaN
 * @param deadlineNanos on the scheduler's clock; a request not dispatched before it is refused
 */
public record QueueWishes(
    String policyClass, int strictPriority, double priorityJump, OptionalLong deadlineNanos) {

  private static final QueueWishes NONE = new QueueWishes("", 0, 0.0, OptionalLong.empty());

  public QueueWishes {
    if (Double.isNaN(priorityJump)) {
      throw new IllegalArgumentException("priority jump is not a number");
    }
  }

  public static QueueWishes none() {
    return NONE;
  }
}
