package kvproof.router.queue;

import java.util.Comparator;
import java.util.Optional;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/** Entries of one class that wait behind each other: those pinned to one rank, or all others. */
final class Lane<T> {

  /** Of lanes that are not empty: the one with the best head first. */
  static final Comparator<Lane<?>> BEST_HEAD_FIRST =
      (left, right) -> QueueEntry.BEST_FIRST.compare(left.firstEntry(), right.firstEntry());

  private final Optional<WorkerWithDpRank> rank;
  private final IndexedHeap<QueueEntry<T>> entries =
      new IndexedHeap<>(
          QueueEntry.BEST_FIRST,
          entry -> entry.lanePlace,
          (entry, place) -> entry.lanePlace = place);

  /** Where it stands among the lanes of its class that may be tested; negative: not among them. */
  int readyPlace = IndexedHeap.NOWHERE;

  /** Where it stands among the lanes of its class found blocked; negative: not among them. */
  int blockedPlace = IndexedHeap.NOWHERE;

  /**
   * @param rank empty: the lane of everything that is not pinned
   */
  Lane(Optional<WorkerWithDpRank> rank) {
    this.rank = rank;
  }

  Optional<WorkerWithDpRank> rank() {
    return rank;
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  /** The one entry that may leave; null if there is none. */
  @Nullable QueueEntry<T> head() {
    return entries.first();
  }

  private QueueEntry<T> firstEntry() {
    QueueEntry<T> head = entries.first();
    if (head == null) {
      throw new AssertionError("an empty lane is compared: " + rank);
    }
    return head;
  }

  boolean contains(QueueEntry<T> entry) {
    return entries.contains(entry);
  }

  void add(QueueEntry<T> entry) {
    entries.add(entry);
  }

  void remove(QueueEntry<T> entry) {
    entries.remove(entry);
  }
}
