package kvproof.router.queue;

import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import kvproof.model.WorkerWithDpRank;

/**
 * One parked request and its place in a {@link PolicyQueue}.
 *
 * <p>Made by {@link PolicyQueue#insert} and good for that queue only. After it left the queue, what
 * it says of the request stays; it cannot be put back.
 */
public final class QueueEntry<T> {

  /** Best first; total, as no two entries of a queue share their number. */
  static final Comparator<QueueEntry<?>> BEST_FIRST =
      (left, right) -> {
        int byOrder = left.order.compareTo(right.order);
        return byOrder != 0 ? byOrder : Long.compare(left.number, right.number);
      };

  /** Of entries that have a deadline: the earliest first, then by arrival. */
  static final Comparator<QueueEntry<?>> EARLIEST_DEADLINE_FIRST =
      (left, right) -> {
        int byDeadline = Long.compare(left.deadline(), right.deadline());
        return byDeadline != 0 ? byDeadline : Long.compare(left.number, right.number);
      };

  private final int classIndex;
  private final EntryOrder order;
  private final QueueCost cost;
  private final Optional<WorkerWithDpRank> pin;
  private final long number;
  private final T item;
  private final Lane<T> lane;

  /** Where it stands in its lane; negative: it left the queue. */
  int lanePlace = IndexedHeap.NOWHERE;

  /** Where it stands among the deadlines; negative without one. */
  int deadlinePlace = IndexedHeap.NOWHERE;

  QueueEntry(int classIndex, EntryOrder order, QueueCost cost, long number, T item, Lane<T> lane) {
    this.classIndex = classIndex;
    this.order = order;
    this.cost = cost;
    this.pin = lane.rank();
    this.number = number;
    this.item = item;
    this.lane = lane;
  }

  public int classIndex() {
    return classIndex;
  }

  public EntryOrder order() {
    return order;
  }

  public QueueCost cost() {
    return cost;
  }

  /** The rank that it must get; empty: any. */
  public Optional<WorkerWithDpRank> pin() {
    return pin;
  }

  /** What the caller parked. */
  public T item() {
    return item;
  }

  /** Rises with every insertion into the queue, from 0. */
  public long enqueueNumber() {
    return number;
  }

  public OptionalLong deadlineNanos() {
    return order.deadlineNanos();
  }

  /** Whether it is still parked. */
  public boolean isParked() {
    return lanePlace >= 0;
  }

  Lane<T> lane() {
    return lane;
  }

  private long deadline() {
    return order.deadlineNanos().orElseThrow();
  }

  @Override
  public String toString() {
    return "entry " + number + " of class " + classIndex + " (" + item + ")";
  }
}
