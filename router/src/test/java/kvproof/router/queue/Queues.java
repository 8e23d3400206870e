package kvproof.router.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import kvproof.model.QueueClass;
import kvproof.model.QueueOrder;
import kvproof.model.QueueProfile;
import kvproof.model.WorkerWithDpRank;

/** Profiles, places and costs of queue tests, with everything that a test does not care about. */
final class Queues {
  static final WorkerWithDpRank W1 = new WorkerWithDpRank(1, 0);
  static final WorkerWithDpRank W2 = new WorkerWithDpRank(2, 0);

  /** Everything may go. */
  static final DispatchTest<String> ALL = (queueClass, entry) -> true;

  /** Nothing may go. */
  static final DispatchTest<String> NONE = (queueClass, entry) -> false;

  private Queues() {}

  /** Only what is pinned to none of these. */
  static DispatchTest<String> without(WorkerWithDpRank... busy) {
    List<WorkerWithDpRank> ranks = List.of(busy);
    return (queueClass, entry) -> entry.pin().isEmpty() || !ranks.contains(entry.pin().get());
  }

  static PolicyQueue<String> of(QueueClass... classes) {
    return new PolicyQueue<>(new QueueProfile(List.of(classes), List.of(), Optional.empty()));
  }

  /** One class without limits, first come, first served, quantum 1. */
  static PolicyQueue<String> plain() {
    return of(queueClass("only", 1));
  }

  static QueueClass queueClass(String name, long quantum) {
    return queueClass(name, QueueOrder.FCFS, quantum);
  }

  static QueueClass queueClass(String name, QueueOrder order, long quantum) {
    return limited(
        name, order, quantum, OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());
  }

  static QueueClass limited(
      String name,
      QueueOrder order,
      long quantum,
      OptionalLong requests,
      OptionalLong tokens,
      OptionalLong cachedTokens) {
    return new QueueClass(
        name,
        Optional.empty(),
        order,
        quantum,
        OptionalLong.empty(),
        OptionalDouble.empty(),
        requests,
        tokens,
        cachedTokens);
  }

  static QueueClass cell(String name, String family, String bucket) {
    return new QueueClass(
        name,
        Optional.of(new QueueClass.Cell(family, bucket)),
        QueueOrder.FCFS,
        1,
        OptionalLong.empty(),
        OptionalDouble.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty());
  }

  static EntryOrder score(double score) {
    return new EntryOrder(0, OptionalLong.empty(), score);
  }

  static EntryOrder due(long deadlineNanos) {
    return new EntryOrder(0, OptionalLong.of(deadlineNanos), 0);
  }

  static EntryOrder strict(int strictPriority) {
    return new EntryOrder(strictPriority, OptionalLong.empty(), 0);
  }

  /** Costs as much as it has tokens, none of which is cached. */
  static QueueCost cost(long cost) {
    return QueueCost.of(cost, 0);
  }

  static QueueEntry<String> park(PolicyQueue<String> queue, EntryOrder order, String item) {
    return queue.insert(0, order, cost(1), Optional.empty(), item);
  }

  static QueueEntry<String> park(
      PolicyQueue<String> queue, WorkerWithDpRank pin, EntryOrder order, String item) {
    return queue.insert(0, order, cost(1), Optional.of(pin), item);
  }

  static QueueEntry<String> park(
      PolicyQueue<String> queue, int classIndex, long cost, String item) {
    return queue.insert(classIndex, score(0), cost(cost), Optional.empty(), item);
  }

  /** Items in the order they go, until nothing may go any more. */
  static List<String> popAll(PolicyQueue<String> queue, DispatchTest<String> test) {
    List<String> items = new ArrayList<>();
    for (QueueEntry<String> next = queue.pop(test); next != null; next = queue.pop(test)) {
      items.add(next.item());
    }
    return items;
  }

  /** What goes next; "nothing" if nothing may. */
  static String pop(PolicyQueue<String> queue, DispatchTest<String> test) {
    QueueEntry<String> next = queue.pop(test);
    return next == null ? "nothing" : next.item();
  }
}
