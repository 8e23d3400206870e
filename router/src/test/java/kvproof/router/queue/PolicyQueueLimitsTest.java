package kvproof.router.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalLong;
import kvproof.model.QueueOrder;
import kvproof.model.SchedulerState.ClassCounters;
import kvproof.model.SelectionError.LimitKind;
import kvproof.model.SelectionError.QueueRejected;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PolicyQueueLimitsTest {
  private static final OptionalLong NO_LIMIT = OptionalLong.empty();

  @Test
  @Tag("F01")
  @Tag("FS-64")
  void requestThatCrossesLimitsIsTakenAndTheNextOneIsNot() {
    PolicyQueue<String> queue = limited(OptionalLong.of(1), OptionalLong.of(5), OptionalLong.of(3));

    assertThat(queue.rejection(0, 2)).isEmpty();
    park(queue, 8, 4);
    assertThat(queue.rejection(0, 2)).isEmpty();
    park(queue, 100, 100);

    assertThat(queue.rejection(0, 2)).contains(rejected(LimitKind.REQUESTS, 2, 2));
    assertThat(queue.counters(0)).isEqualTo(new ClassCounters(0, 0, 2, 108, 104));
  }

  @Test
  @Tag("F02")
  void limitGoesWithTheWorkersAndEvictsNothing() {
    PolicyQueue<String> queue = limited(NO_LIMIT, OptionalLong.of(10), NO_LIMIT);
    assertThat(queue.rejection(0, 2)).isEmpty();
    park(queue, 11, 0);

    assertThat(queue.rejection(0, 1)).contains(rejected(LimitKind.RAW_ISL_TOKENS, 11, 10));
    assertThat(queue.size()).isEqualTo(1);

    assertThat(queue.rejection(0, 2)).isEmpty();
    park(queue, 10, 0);
    assertThat(queue.rejection(0, 2)).contains(rejected(LimitKind.RAW_ISL_TOKENS, 21, 20));
  }

  @Test
  @Tag("F03")
  void cachedTokensHaveALimitOfTheirOwn() {
    PolicyQueue<String> queue = limited(NO_LIMIT, NO_LIMIT, OptionalLong.of(5));
    park(queue, 6, 6);

    assertThat(queue.rejection(0, 1)).contains(rejected(LimitKind.CACHED_TOKENS, 6, 5));
  }

  @Test
  @Tag("F04")
  void limitOfZeroIsReachedByNothing() {
    QueueRejected full = rejected(LimitKind.REQUESTS, 0, 0);

    assertThat(limited(OptionalLong.of(0), NO_LIMIT, NO_LIMIT).rejection(0, 4)).contains(full);
    assertThat(limited(OptionalLong.of(1), NO_LIMIT, NO_LIMIT).rejection(0, 0)).contains(full);
  }

  @Test
  @Tag("F05")
  void largestLimitStaysTheLargestForTwoWorkers() {
    PolicyQueue<String> queue = limited(NO_LIMIT, OptionalLong.of(Long.MAX_VALUE), NO_LIMIT);
    park(queue, Long.MAX_VALUE - 1, 0);

    assertThat(queue.rejection(0, 2)).isEmpty();
  }

  @Test
  void totalsStopAtTheLargestNumberAndNeverFallBelowZero() {
    PolicyQueue<String> queue = limited(NO_LIMIT, OptionalLong.of(Long.MAX_VALUE), NO_LIMIT);
    QueueEntry<String> first = park(queue, Long.MAX_VALUE, Long.MAX_VALUE);
    QueueEntry<String> second = park(queue, 5, 5);

    assertThat(queue.rejection(0, 2))
        .contains(rejected(LimitKind.RAW_ISL_TOKENS, Long.MAX_VALUE, Long.MAX_VALUE));
    queue.remove(first);
    queue.remove(second);
    assertThat(queue.counters(0)).isEqualTo(new ClassCounters(0, 0, 0, 0, 0));
  }

  @Test
  void productsThatDoNotFitStopAtTheLargestNumber() {
    assertThat(Saturating.product(3, 4)).isEqualTo(12);
    assertThat(Saturating.product(Long.MAX_VALUE, 1)).isEqualTo(Long.MAX_VALUE);
    assertThat(Saturating.product(1L << 62, 2)).isEqualTo(Long.MAX_VALUE);
    assertThat(Saturating.product(1L << 62, 4)).isEqualTo(Long.MAX_VALUE);
    assertThat(Saturating.product(1L << 62, 5)).isEqualTo(Long.MAX_VALUE);
    assertThat(Saturating.product(0, Long.MAX_VALUE)).isZero();
  }

  @Test
  @Tag("F12")
  void removalGivesBackWhatWasCounted() {
    PolicyQueue<String> queue = limited(NO_LIMIT, NO_LIMIT, NO_LIMIT);
    park(queue, 8, 4);
    QueueEntry<String> dropped = park(queue, 16, 6);

    queue.remove(dropped);

    assertThat(queue.counters(0)).isEqualTo(new ClassCounters(0, 0, 1, 8, 4));
  }

  @Test
  void everyWayOutGivesBackWhatWasCounted() {
    PolicyQueue<String> queue = limited(NO_LIMIT, NO_LIMIT, NO_LIMIT);
    park(queue, 8, 4);
    queue.insert(0, Queues.due(5), QueueCost.of(3, 1), Optional.empty(), "due");
    park(queue, 2, 2);

    queue.removeDue(5);
    assertThat(queue.counters(0)).isEqualTo(new ClassCounters(0, 0, 2, 10, 6));
    queue.pop(Queues.ALL);
    assertThat(queue.counters(0)).isEqualTo(new ClassCounters(0, 0, 1, 2, 2));
    queue.removeAll();
    assertThat(queue.counters(0)).isEqualTo(new ClassCounters(0, 0, 0, 0, 0));
  }

  @Test
  void totalsSinceTheStartAreCountedByClass() {
    PolicyQueue<String> queue =
        Queues.of(Queues.queueClass("one", 1), Queues.queueClass("other", 1));

    queue.countReceived(1);
    queue.countReceived(1);
    queue.countDeadlineRejected(1);

    assertThat(queue.counters(0)).isEqualTo(new ClassCounters(0, 0, 0, 0, 0));
    assertThat(queue.counters(1)).isEqualTo(new ClassCounters(2, 1, 0, 0, 0));
  }

  private static PolicyQueue<String> limited(
      OptionalLong requests, OptionalLong tokens, OptionalLong cachedTokens) {
    return Queues.of(Queues.limited("limited", QueueOrder.FCFS, 1, requests, tokens, cachedTokens));
  }

  private static QueueEntry<String> park(PolicyQueue<String> queue, long tokens, long cached) {
    return queue.insert(
        0, Queues.score(0), QueueCost.of(tokens, cached), Optional.empty(), "request");
  }

  private static QueueRejected rejected(LimitKind kind, long current, long limit) {
    return new QueueRejected("limited", kind, current, limit);
  }
}
