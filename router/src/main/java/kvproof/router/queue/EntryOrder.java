package kvproof.router.queue;

import java.util.OptionalLong;
import kvproof.model.QueueOrder;
import kvproof.model.QueueWishes;

/**
 * Where an entry stands within its class: priority, then deadline, then score, and the earlier of
 * equal ones first (selection 5.5).
 *
 * @param strictPriority unsigned; larger goes first
 * @param deadlineNanos on the queue's clock; any deadline goes before none
 * @param score larger goes first, by {@link Double#compare}; never NaN
 */
public record EntryOrder(int strictPriority, OptionalLong deadlineNanos, double score) {
  private static final double NANOS_PER_SECOND = 1e9;

  public EntryOrder {
    if (Double.isNaN(score)) {
      throw new IllegalArgumentException(
          "a queue entry of strict priority "
              + Integer.toUnsignedString(strictPriority)
              + " and deadline "
              + deadlineNanos
              + " has the score NaN: its priority jump must be a number");
    }
  }

  /**
   * The place of a request in a class of the given order.
   *
   * @param ingressNanos when it came in, counted from the start of the queue; before it counts as 0
   */
  public static EntryOrder of(
      QueueOrder order, QueueWishes wishes, long ingressNanos, QueueCost cost) {
    double jump = Math.max(wishes.priorityJump(), 0.0);
    double ingress = Math.max(ingressNanos, 0) / NANOS_PER_SECOND;
    double score =
        switch (order) {
          case FCFS -> jump - ingress;
          case LCFS -> jump + ingress;
          case WSPT -> (1 + jump) / cost.cost();
        };
    return new EntryOrder(wishes.strictPriority(), wishes.deadlineNanos(), score);
  }

  /** Negative if this goes before {@code other}, 0 if only their arrival tells. */
  int compareTo(EntryOrder other) {
    int byPriority = Integer.compareUnsigned(other.strictPriority, strictPriority);
    if (byPriority != 0) {
      return byPriority;
    }
    int byDeadline = compareDeadlines(deadlineNanos, other.deadlineNanos);
    return byDeadline != 0 ? byDeadline : Double.compare(other.score, score);
  }

  private static int compareDeadlines(OptionalLong left, OptionalLong right) {
    if (left.isPresent() && right.isPresent()) {
      return Long.compare(left.getAsLong(), right.getAsLong());
    }
    return Boolean.compare(right.isPresent(), left.isPresent());
  }
}
