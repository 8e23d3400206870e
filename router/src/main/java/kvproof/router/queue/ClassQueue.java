package kvproof.router.queue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import kvproof.model.QueueClass;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/** The lanes of one class, and which of its entries goes next (selection 5.6). */
final class ClassQueue<T> {
  /*
   * A pinned lane is in one of two places:
   *
   *     ready    may be tested; by head, best first
   *     blocked  its head was tested and may not go; nobody asks until its rank is re-checked
   *              or one of its entries is removed
   *
   * A head is tested only when no better entry of the class can go, so lanes behind the next entry
   * stay untested. The shared lane has no memory: whether it may go depends on every rank, so it is
   * tested on every pop that comes to it.
   */
  private final QueueClass queueClass;
  private final ClassTotals totals;
  private final Lane<T> shared = new Lane<>(Optional.empty());
  private final Map<WorkerWithDpRank, Lane<T>> pinned = new HashMap<>();
  private final IndexedHeap<Lane<T>> ready =
      new IndexedHeap<>(
          Lane.BEST_HEAD_FIRST, lane -> lane.readyPlace, (lane, place) -> lane.readyPlace = place);
  private final List<Lane<T>> blocked = new ArrayList<>();

  ClassQueue(QueueClass queueClass) {
    this.queueClass = queueClass;
    this.totals = new ClassTotals(queueClass);
  }

  QueueClass queueClass() {
    return queueClass;
  }

  ClassTotals totals() {
    return totals;
  }

  boolean isEmpty() {
    return !totals.hasBacklog();
  }

  /** The lane for entries of that pin; an empty one is forgotten unless something is added. */
  Lane<T> laneFor(Optional<WorkerWithDpRank> pin) {
    if (pin.isEmpty()) {
      return shared;
    }
    Lane<T> known = pinned.get(pin.get());
    return known != null ? known : new Lane<>(pin);
  }

  boolean contains(QueueEntry<T> entry) {
    Lane<T> lane = entry.lane();
    return laneFor(entry.pin()) == lane && lane.contains(entry);
  }

  /** Adds an entry whose lane {@link #laneFor} gave just now; a blocked lane stays blocked. */
  void add(QueueEntry<T> entry) {
    Lane<T> lane = entry.lane();
    boolean isNewLane = lane.isEmpty();
    lane.add(entry);
    totals.park(entry.cost());
    if (lane == shared || isBlocked(lane)) {
      return;
    }
    if (isNewLane) {
      pinned.put(entry.pin().orElseThrow(), lane);
      ready.add(lane);
    } else {
      ready.reorder(lane);
    }
  }

  /** The best entry that may go; null if none may. It stays where it is. */
  @Nullable QueueEntry<T> next(DispatchTest<T> test) {
    QueueEntry<T> sharedHead = shared.head();
    while (true) {
      Lane<T> lane = ready.first();
      QueueEntry<T> pinnedHead = lane == null ? null : lane.head();
      if (lane != null && pinnedHead != null && goesBefore(pinnedHead, sharedHead)) {
        if (test.isDispatchable(queueClass, pinnedHead)) {
          return pinnedHead;
        }
        block(lane);
      } else if (sharedHead == null || test.isDispatchable(queueClass, sharedHead)) {
        return sharedHead;
      } else {
        sharedHead = null;
      }
    }
  }

  private boolean goesBefore(QueueEntry<T> pinnedHead, @Nullable QueueEntry<T> sharedHead) {
    return sharedHead == null || QueueEntry.BEST_FIRST.compare(pinnedHead, sharedHead) < 0;
  }

  /** Takes out an entry of this class; its lane may be tested again. */
  void remove(QueueEntry<T> entry) {
    Lane<T> lane = entry.lane();
    lane.remove(entry);
    totals.unpark(entry.cost());
    if (lane == shared) {
      return;
    }
    if (isBlocked(lane)) {
      forgetBlocked(lane);
      if (!lane.isEmpty()) {
        ready.add(lane);
      }
    } else if (lane.isEmpty()) {
      ready.remove(lane);
    } else {
      ready.reorder(lane);
    }
    if (lane.isEmpty()) {
      pinned.remove(entry.pin().orElseThrow());
    }
  }

  void recheck(WorkerWithDpRank rank) {
    Lane<T> lane = pinned.get(rank);
    if (lane != null && isBlocked(lane)) {
      forgetBlocked(lane);
      ready.add(lane);
    }
  }

  void recheckAll() {
    for (Lane<T> lane : blocked) {
      lane.blockedPlace = IndexedHeap.NOWHERE;
      ready.add(lane);
    }
    blocked.clear();
  }

  /** The best entry of all, whether or not it may go; null if there is none. */
  @Nullable QueueEntry<T> best() {
    recheckAll();
    return next((anyClass, anyEntry) -> true);
  }

  private static boolean isBlocked(Lane<?> lane) {
    return lane.blockedPlace >= 0;
  }

  private void block(Lane<T> lane) {
    ready.remove(lane);
    lane.blockedPlace = blocked.size();
    blocked.add(lane);
  }

  private void forgetBlocked(Lane<T> lane) {
    Lane<T> last = blocked.removeLast();
    if (last != lane) {
      blocked.set(lane.blockedPlace, last);
      last.blockedPlace = lane.blockedPlace;
    }
    lane.blockedPlace = IndexedHeap.NOWHERE;
  }
}
