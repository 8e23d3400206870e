package kvproof.oracles.scheduling;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import kvproof.model.QueueClass;
import kvproof.model.SchedulerState.ClassCounters;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/**
 * The requests parked in one class and its lanes, one per pinned rank and one for all others:
 * selection 5.6.
 *
 * <p>Catches a request that overtakes the head of its lane, a lane that blocks another one, and a
 * blocked lane that is looked at again without a reason. Blind to how often lanes are looked at.
 */
final class ParkedClass {
  private final QueueClass queueClass;
  private final List<ParkedRequest> parked = new ArrayList<>();
  private final Set<WorkerWithDpRank> blocked = new TreeSet<>();
  private long received;
  private long deadlineRejected;

  ParkedClass(QueueClass queueClass) {
    this.queueClass = queueClass;
  }

  QueueClass queueClass() {
    return queueClass;
  }

  void countReceived() {
    received++;
  }

  void countDeadlineRejected() {
    deadlineRejected++;
  }

  ClassCounters counters() {
    return new ClassCounters(
        received, deadlineRejected, parked.size(), parkedTokens(), parkedCachedTokens());
  }

  long parkedTokens() {
    return parked.stream().mapToLong(waiting -> waiting.request().promptTokens()).sum();
  }

  long parkedCachedTokens() {
    return parked.stream().mapToLong(ParkedRequest::cachedTokens).sum();
  }

  List<ParkedRequest> parked() {
    return List.copyOf(parked);
  }

  boolean isEmpty() {
    return parked.isEmpty();
  }

  void park(ParkedRequest request) {
    parked.add(request);
  }

  /** After a dispatch: the lane was not blocked, its next head is looked at as any other. */
  void dispatch(ParkedRequest request) {
    parked.remove(request);
  }

  /** Before its turn: its lane is rebuilt, and so no longer blocked. True: it was the head. */
  boolean remove(ParkedRequest request) {
    boolean wasHead = request.equals(head(request.pin()));
    parked.remove(request);
    request.pin().ifPresent(blocked::remove);
    return wasHead;
  }

  void recheck(WorkerWithDpRank rank) {
    blocked.remove(rank);
  }

  void recheckAll() {
    blocked.clear();
  }

  /**
   * The best of the dispatchable heads. Lanes are looked at best head first and no further than to
   * that one; a pinned lane whose head is found not dispatchable is blocked from then on.
   */
  @Nullable ParkedRequest next(Predicate<ParkedRequest> isDispatchable) {
    for (ParkedRequest head : openHeads()) {
      if (isDispatchable.test(head)) {
        return head;
      }
      head.pin().ifPresent(blocked::add);
    }
    return null;
  }

  /** The heads of all lanes that are not blocked, best first. */
  private List<ParkedRequest> openHeads() {
    Set<Optional<WorkerWithDpRank>> lanes = new HashSet<>();
    return parked.stream()
        .sorted(ParkedRequest.BEST_FIRST)
        .filter(waiting -> lanes.add(waiting.pin())) // the first of its lane
        .filter(head -> head.pin().isEmpty() || !blocked.contains(head.pin().get()))
        .toList();
  }

  private @Nullable ParkedRequest head(Optional<WorkerWithDpRank> lane) {
    return parked.stream()
        .filter(waiting -> waiting.pin().equals(lane))
        .min(ParkedRequest.BEST_FIRST)
        .orElse(null);
  }
}
