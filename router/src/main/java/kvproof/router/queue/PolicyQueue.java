package kvproof.router.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import kvproof.model.QueueClass;
import kvproof.model.QueueProfile;
import kvproof.model.SchedulerState.ClassCounters;
import kvproof.model.SelectionError.QueueRejected;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/**
 * Parked requests in classes and lanes, and which of them goes next (selection 5.4 to 5.7).
 *
 * <p>A plain data structure on the caller's clock, in nanoseconds: it refuses nothing by itself,
 * starts nothing and asks for no time. Classes go by their index in the profile. Insertion, removal
 * and re-checking one rank take O(log n). Not for several threads.
 */
public final class PolicyQueue<T> {
  private final ClassDirectory directory;
  private final List<ClassQueue<T>> classes = new ArrayList<>();
  private final DeficitRoundRobin<T> turns;
  private final IndexedHeap<QueueEntry<T>> deadlines =
      new IndexedHeap<>(
          QueueEntry.EARLIEST_DEADLINE_FIRST,
          entry -> entry.deadlinePlace,
          (entry, place) -> entry.deadlinePlace = place);
  private long nextNumber;
  private int size;

  /**
   * An empty queue. Throws {@link IllegalArgumentException} if some request would find no class in
   * the profile, or two.
   */
  public PolicyQueue(QueueProfile profile) {
    directory = new ClassDirectory(profile);
    for (QueueClass queueClass : profile.classes()) {
      classes.add(new ClassQueue<>(queueClass));
    }
    turns = new DeficitRoundRobin<>(classes);
  }

  public int classCount() {
    return classes.size();
  }

  public QueueClass queueClass(int classIndex) {
    return classes.get(classIndex).queueClass();
  }

  /**
   * Index of the class that a request gets.
   *
   * @param requestedClass an explicit class, or a family; anything else means the default family
   * @param uncachedTokens which bucket of the family; at least 0
   */
  public int classOf(String requestedClass, long uncachedTokens) {
    return directory.classOf(requestedClass, uncachedTokens);
  }

  /** Whether a classifier may set the name: an explicit class or a family, nothing else. */
  public boolean isSelectable(String className) {
    return directory.isSelectable(className);
  }

  /**
   * Why the class takes no more now; empty if it does. The request that crosses a limit is taken.
   *
   * @param discoveredWorkers workers, not ranks; limits are per worker
   */
  public Optional<QueueRejected> rejection(int classIndex, int discoveredWorkers) {
    return classes.get(classIndex).totals().rejection(discoveredWorkers);
  }

  /** Whether anything is parked in the class. */
  public boolean hasBacklog(int classIndex) {
    return classes.get(classIndex).totals().hasBacklog();
  }

  /**
   * Parks a request behind what it does not outrank, whatever the limits say. A lane known to be
   * blocked stays so.
   *
   * @param pin the rank it must get; empty: it waits in the lane that all others share
   */
  public QueueEntry<T> insert(
      int classIndex, EntryOrder order, QueueCost cost, Optional<WorkerWithDpRank> pin, T item) {
    ClassQueue<T> queue = classes.get(classIndex);
    QueueEntry<T> entry =
        new QueueEntry<>(classIndex, order, cost, nextNumber++, item, queue.laneFor(pin));
    queue.add(entry);
    if (order.deadlineNanos().isPresent()) {
      deadlines.add(entry);
    }
    size++;
    return entry;
  }

  /**
   * Takes out what goes next and charges its class; null if nothing may go.
   *
   * <p>Asks about a head at most once, about none that cannot matter, and not again about one found
   * blocked in a pinned lane until that lane is re-checked.
   */
  public @Nullable QueueEntry<T> pop(DispatchTest<T> test) {
    QueueEntry<T> next = turns.next(test);
    if (next != null) {
      takeOut(next);
      turns.charge(next);
    }
    return next;
  }

  /**
   * Takes out a parked entry, which frees its lane for another test.
   *
   * @return whether it was the head of its lane, so that another may go now
   * @throws IllegalArgumentException if the entry is not parked here
   */
  public boolean remove(QueueEntry<T> entry) {
    if (entry.classIndex() >= classes.size() || !classes.get(entry.classIndex()).contains(entry)) {
      throw new IllegalArgumentException("not parked in this queue: " + entry);
    }
    boolean wasHead = entry.lane().head() == entry;
    takeOut(entry);
    return wasHead;
  }

  /**
   * Takes out every entry whose deadline is at or before {@code nowNanos}. Counting them as
   * deadline-rejected is left to the caller, who refuses them.
   */
  public ExpiredEntries<T> removeDue(long nowNanos) {
    List<QueueEntry<T>> due = new ArrayList<>();
    boolean isHeadRemoved = false;
    QueueEntry<T> earliest = deadlines.first();
    while (earliest != null && earliest.deadlineNanos().orElseThrow() <= nowNanos) {
      isHeadRemoved |= remove(earliest);
      due.add(earliest);
      earliest = deadlines.first();
    }
    return new ExpiredEntries<>(due, isHeadRemoved);
  }

  /** The earliest deadline of what is parked; empty if none has one. */
  public OptionalLong nextDeadline() {
    QueueEntry<T> earliest = deadlines.first();
    return earliest == null ? OptionalLong.empty() : earliest.deadlineNanos();
  }

  /** Lets the lanes of one rank be tested again; a rank without lanes is fine. */
  public void recheck(WorkerWithDpRank rank) {
    for (ClassQueue<T> queue : classes) {
      queue.recheck(rank);
    }
  }

  /** Lets every lane be tested again. */
  public void recheckAll() {
    for (ClassQueue<T> queue : classes) {
      queue.recheckAll();
    }
  }

  /** What the class has saved up and not yet paid, in cost units. */
  public long deficit(int classIndex) {
    return turns.deficit(classIndex);
  }

  public ClassCounters counters(int classIndex) {
    return classes.get(classIndex).totals().counters();
  }

  /** Counts a request that came in, whatever becomes of it. */
  public void countReceived(int classIndex) {
    classes.get(classIndex).totals().countReceived();
  }

  /** Counts a request that is refused because its deadline passed. */
  public void countDeadlineRejected(int classIndex) {
    classes.get(classIndex).totals().countDeadlineRejected();
  }

  /** How many requests are parked. */
  public int size() {
    return size;
  }

  /**
   * Whether a {@link #pop} would find nothing and change nothing: nothing is parked, and no class
   * has anything left to lose. A class that a removal emptied keeps its deficit until the next pop.
   */
  public boolean isAtRest() {
    return size == 0 && turns.isEven();
  }

  /** Empties the queue: class after class, in each the best entry first. Charges nobody. */
  public List<QueueEntry<T>> removeAll() {
    List<QueueEntry<T>> removed = new ArrayList<>(size);
    for (ClassQueue<T> queue : classes) {
      for (QueueEntry<T> best = queue.best(); best != null; best = queue.best()) {
        takeOut(best);
        removed.add(best);
      }
    }
    return removed;
  }

  private void takeOut(QueueEntry<T> entry) {
    classes.get(entry.classIndex()).remove(entry);
    if (deadlines.contains(entry)) {
      deadlines.remove(entry);
    }
    size--;
  }
}
