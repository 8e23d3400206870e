package kvproof.router.queue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import kvproof.model.QueueClass;
import kvproof.model.SchedulerState.ClassCounters;
import kvproof.model.WorkerWithDpRank;

/**
 * The queue by definition: one list of what is parked, searched for everything.
 *
 * <p>Catches a wrong order, wrong turns, limits, counters and deadlines, and lanes that forget or
 * keep their block. Blind to saturation and to how a request finds its class. Rounds are walked one
 * by one, so costs have to be small.
 */
final class PlainPolicyQueue {

  /** One parked request. */
  record Parked(
      int number,
      int classIndex,
      EntryOrder order,
      QueueCost cost,
      Optional<WorkerWithDpRank> pin) {}

  /** Lane of a class; without a rank that of everything unpinned. */
  private record LaneKey(int classIndex, Optional<WorkerWithDpRank> rank) {}

  /** What a pop found: the entry, and everything it asked about. */
  record Popped(Optional<Parked> entry, Set<Integer> asked) {}

  private static final Comparator<Parked> BEST_FIRST =
      Comparator.<Parked>comparingLong(parked -> -Integer.toUnsignedLong(priority(parked)))
          .thenComparing(parked -> parked.order().deadlineNanos().isEmpty())
          .thenComparingLong(parked -> parked.order().deadlineNanos().orElse(0))
          .thenComparing(parked -> parked.order().score(), Comparator.reverseOrder())
          .thenComparingInt(Parked::number);

  private final List<QueueClass> classes;
  private final List<Parked> parked = new ArrayList<>();
  private final Set<LaneKey> blocked = new HashSet<>();
  private final long[] deficits;
  private int cursor;
  private int carry = -1;
  private int arrivals;

  PlainPolicyQueue(List<QueueClass> classes) {
    this.classes = classes;
    this.deficits = new long[classes.size()];
  }

  private static int priority(Parked parked) {
    return parked.order().strictPriority();
  }

  Parked insert(int classIndex, EntryOrder order, QueueCost cost, Optional<WorkerWithDpRank> pin) {
    Parked entry = new Parked(arrivals++, classIndex, order, cost, pin);
    parked.add(entry);
    return entry;
  }

  List<Parked> parked() {
    return List.copyOf(parked);
  }

  /** Whether it was the best of its lane. */
  boolean remove(Parked entry) {
    boolean wasHead = head(laneOf(entry)).equals(Optional.of(entry));
    parked.remove(entry);
    blocked.remove(laneOf(entry));
    return wasHead;
  }

  void recheck(WorkerWithDpRank rank) {
    blocked.removeIf(lane -> lane.rank().equals(Optional.of(rank)));
  }

  void recheckAll() {
    blocked.clear();
  }

  /** Due by deadline, then by number. */
  List<Parked> due(long nowNanos) {
    return parked.stream()
        .filter(entry -> entry.order().deadlineNanos().isPresent())
        .filter(entry -> entry.order().deadlineNanos().getAsLong() <= nowNanos)
        .sorted(
            Comparator.<Parked>comparingLong(entry -> entry.order().deadlineNanos().getAsLong())
                .thenComparingInt(Parked::number))
        .toList();
  }

  OptionalLong nextDeadline() {
    return parked.stream().flatMapToLong(entry -> entry.order().deadlineNanos().stream()).min();
  }

  ClassCounters counters(int classIndex) {
    List<Parked> own = of(classIndex);
    return new ClassCounters(
        0,
        0,
        own.size(),
        own.stream().mapToLong(entry -> entry.cost().promptTokens()).sum(),
        own.stream().mapToLong(entry -> entry.cost().cachedTokens()).sum());
  }

  long deficit(int classIndex) {
    return deficits[classIndex];
  }

  /** By class, then best first. */
  List<Parked> everything() {
    return parked.stream()
        .sorted(Comparator.comparingInt(Parked::classIndex).thenComparing(BEST_FIRST))
        .toList();
  }

  Popped pop(Predicate<Parked> mayGo) {
    Set<Integer> asked = new HashSet<>();
    Optional<Parked> popped = choose(classIndex -> next(classIndex, mayGo, asked));
    popped.ifPresent(this::leave);
    return new Popped(popped, asked);
  }

  private interface Heads {
    Optional<Parked> of(int classIndex);
  }

  private Optional<Parked> choose(Heads heads) {
    int carried = carry;
    carry = -1;
    if (carried >= 0 && canPay(carried, heads)) {
      return heads.of(carried);
    }
    for (int index : fromCursor()) {
      if (of(index).isEmpty()) {
        deficits[index] = 0;
      } else if (heads.of(index).isPresent()) {
        if (!canPay(index, heads)) {
          deficits[index] += classes.get(index).quantum();
        }
        if (canPay(index, heads)) {
          return heads.of(index);
        }
      }
    }
    return chooseByRounds(heads);
  }

  /** One more quantum for everyone who may go, again and again until somebody can pay. */
  private Optional<Parked> chooseByRounds(Heads heads) {
    if (fromCursor().stream().noneMatch(index -> heads.of(index).isPresent())) {
      return Optional.empty();
    }
    while (true) {
      for (int index : fromCursor()) {
        if (heads.of(index).isPresent()) {
          deficits[index] += classes.get(index).quantum();
        }
      }
      for (int index : fromCursor()) {
        if (canPay(index, heads)) {
          return heads.of(index);
        }
      }
    }
  }

  private boolean canPay(int index, Heads heads) {
    return heads.of(index).filter(head -> head.cost().cost() <= deficits[index]).isPresent();
  }

  private void leave(Parked popped) {
    int index = popped.classIndex();
    parked.remove(popped);
    cursor = (index + 1) % classes.size();
    deficits[index] = Math.max(0, deficits[index] - popped.cost().cost());
    if (of(index).isEmpty()) {
      deficits[index] = 0;
    }
    carry = deficits[index] > 0 ? index : -1;
  }

  /** Heads of lanes not known to be blocked, best first, up to the first that may go. */
  private Optional<Parked> next(int classIndex, Predicate<Parked> mayGo, Set<Integer> asked) {
    List<Parked> heads =
        of(classIndex).stream()
            .filter(entry -> head(laneOf(entry)).equals(Optional.of(entry)))
            .filter(entry -> !blocked.contains(laneOf(entry)))
            .sorted(BEST_FIRST)
            .toList();
    for (Parked head : heads) {
      asked.add(head.number());
      if (mayGo.test(head)) {
        return Optional.of(head);
      }
      if (head.pin().isPresent()) {
        blocked.add(laneOf(head));
      }
    }
    return Optional.empty();
  }

  private Optional<Parked> head(LaneKey lane) {
    return parked.stream().filter(entry -> laneOf(entry).equals(lane)).min(BEST_FIRST);
  }

  private List<Parked> of(int classIndex) {
    return parked.stream().filter(entry -> entry.classIndex() == classIndex).toList();
  }

  private static LaneKey laneOf(Parked entry) {
    return new LaneKey(entry.classIndex(), entry.pin());
  }

  private List<Integer> fromCursor() {
    List<Integer> ring = new ArrayList<>();
    for (int i = 0; i < classes.size(); i++) {
      ring.add((cursor + i) % classes.size());
    }
    return ring;
  }
}
