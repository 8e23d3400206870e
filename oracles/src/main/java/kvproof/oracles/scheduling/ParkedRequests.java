package kvproof.oracles.scheduling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import kvproof.model.QueueClass;
import kvproof.model.QueueProfile;
import kvproof.model.SchedulerState.ClassCounters;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/**
 * All classes of the queue and the deficit round robin among them: selection 5.7, step by step.
 *
 * <p>Catches a class that is served too often or too seldom, a blocked class that earns, a deficit
 * that outlives its backlog. Deficits are plain numbers: blind to overflow.
 */
final class ParkedRequests {
  private static final int NONE = -1;

  private final List<ParkedClass> classes = new ArrayList<>();
  private final long[] deficits;
  private int cursor;
  private int carry = NONE;

  ParkedRequests(QueueProfile profile) {
    profile.classes().forEach(queueClass -> classes.add(new ParkedClass(queueClass)));
    deficits = new long[classes.size()];
  }

  ParkedClass classOf(QueueClass queueClass) {
    return classes.stream()
        .filter(known -> known.queueClass().equals(queueClass))
        .findFirst()
        .orElseThrow();
  }

  ParkedClass classOf(ParkedRequest request) {
    return classOf(request.queueClass());
  }

  /** Class by class, in no particular order within one. */
  List<ParkedRequest> all() {
    return classes.stream().flatMap(known -> known.parked().stream()).toList();
  }

  /** Deadline passed, earliest first, then who came first. */
  List<ParkedRequest> due(long now) {
    return all().stream()
        .filter(ParkedRequest::hasDeadline)
        .filter(waiting -> waiting.deadline() <= now)
        .sorted(
            Comparator.comparingLong(ParkedRequest::deadline)
                .thenComparingLong(ParkedRequest::number))
        .toList();
  }

  void recheck(WorkerWithDpRank rank) {
    classes.forEach(known -> known.recheck(rank));
  }

  void recheckAll() {
    classes.forEach(ParkedClass::recheckAll);
  }

  SortedMap<String, ClassCounters> counters() {
    SortedMap<String, ClassCounters> counters = new TreeMap<>();
    classes.forEach(known -> counters.put(known.queueClass().name(), known.counters()));
    return counters;
  }

  /** Takes the request whose turn it is; null if nothing is dispatchable. */
  @Nullable ParkedRequest pop(Predicate<ParkedRequest> isDispatchable) {
    if (carry != NONE) {
      int carried = carry;
      carry = NONE;
      ParkedRequest head = classes.get(carried).next(isDispatchable);
      if (head != null && head.cost() <= deficits[carried]) {
        return take(carried, head);
      }
    }
    ParkedRequest visited = visit(isDispatchable);
    return visited != null ? visited : grantRounds(isDispatchable);
  }

  /** One round from the cursor: at most one quantum for each class with a dispatchable head. */
  private @Nullable ParkedRequest visit(Predicate<ParkedRequest> isDispatchable) {
    for (int index : fromCursor()) {
      ParkedClass visited = classes.get(index);
      ParkedRequest head = visited.next(isDispatchable);
      if (head != null) {
        if (head.cost() > deficits[index]) {
          deficits[index] += visited.queueClass().quantum();
        }
        if (head.cost() <= deficits[index]) {
          return take(index, head);
        }
      } else if (visited.isEmpty()) {
        deficits[index] = 0;
      }
    }
    return null;
  }

  /** As many further rounds at once as make the first head affordable. */
  private @Nullable ParkedRequest grantRounds(Predicate<ParkedRequest> isDispatchable) {
    long rounds = Long.MAX_VALUE;
    for (int index : fromCursor()) {
      ParkedRequest head = classes.get(index).next(isDispatchable);
      if (head != null) {
        long missing = head.cost() - deficits[index];
        rounds = Math.min(rounds, Math.ceilDiv(missing, classes.get(index).queueClass().quantum()));
      }
    }
    ParkedRequest first = null;
    int firstIndex = NONE;
    for (int index : fromCursor()) {
      ParkedRequest head = classes.get(index).next(isDispatchable);
      if (head != null) {
        deficits[index] += classes.get(index).queueClass().quantum() * rounds;
        if (first == null && head.cost() <= deficits[index]) {
          first = head;
          firstIndex = index;
        }
      }
    }
    return first == null ? null : take(firstIndex, first);
  }

  private ParkedRequest take(int index, ParkedRequest request) {
    ParkedClass taken = classes.get(index);
    taken.dispatch(request);
    cursor = (index + 1) % classes.size();
    deficits[index] = Math.max(deficits[index] - request.cost(), 0);
    if (taken.isEmpty()) {
      deficits[index] = 0;
    } else if (deficits[index] > 0) {
      carry = index;
    }
    return request;
  }

  private List<Integer> fromCursor() {
    List<Integer> order = new ArrayList<>();
    for (int offset = 0; offset < classes.size(); offset++) {
      order.add((cursor + offset) % classes.size());
    }
    return order;
  }
}
