package kvproof.router.queue;

import static kvproof.router.queue.Queues.ALL;
import static kvproof.router.queue.Queues.NONE;
import static kvproof.router.queue.Queues.W1;
import static kvproof.router.queue.Queues.W2;
import static kvproof.router.queue.Queues.cost;
import static kvproof.router.queue.Queues.park;
import static kvproof.router.queue.Queues.pop;
import static kvproof.router.queue.Queues.popAll;
import static kvproof.router.queue.Queues.queueClass;
import static kvproof.router.queue.Queues.score;
import static kvproof.router.queue.Queues.without;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import kvproof.model.QueueOrder;
import kvproof.model.QueueWishes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PolicyQueueTurnsTest {

  @Test
  @Tag("F11")
  void classKeepsWhatItHasLeftWhileSomethingWaits() {
    PolicyQueue<String> queue = Queues.of(queueClass("only", 10));
    park(queue, 0, 7, "first");
    park(queue, 0, 7, "second");

    assertThat(pop(queue, ALL)).isEqualTo("first");

    assertThat(queue.deficit(0)).isEqualTo(3);
  }

  @Test
  void emptiedClassLosesWhatItHasLeft() {
    PolicyQueue<String> queue = Queues.of(queueClass("only", 10));
    park(queue, 0, 7, "only");

    pop(queue, ALL);

    assertThat(queue.deficit(0)).isZero();
  }

  /** By removal a class is emptied as well; it loses what it saved when its turn comes. */
  @Test
  void classEmptiedByRemovalLosesWhatItHasLeftInItsTurn() {
    PolicyQueue<String> queue = Queues.of(queueClass("one", 10), queueClass("other", 1));
    park(queue, 0, 7, "first");
    QueueEntry<String> removed = park(queue, 0, 7, "second");
    pop(queue, ALL);

    queue.remove(removed);
    assertThat(queue.deficit(0)).isEqualTo(3);
    assertThat(queue.isAtRest()).isFalse();
    assertThat(pop(queue, ALL)).isEqualTo("nothing");

    assertThat(queue.deficit(0)).isZero();
    assertThat(queue.isAtRest()).isTrue();
  }

  @Test
  @Tag("F19")
  void eachClassHasItsOwnOrder() {
    PolicyQueue<String> queue =
        Queues.of(
            queueClass("fcfs", QueueOrder.FCFS, 100), queueClass("wspt", QueueOrder.WSPT, 100));
    arrive(queue, 0, 1, 100, "fcfs-long");
    arrive(queue, 0, 2, 10, "fcfs-short");
    arrive(queue, 1, 1, 100, "wspt-long");
    arrive(queue, 1, 2, 10, "wspt-short");

    assertThat(pop(queue, ALL)).isEqualTo("fcfs-long");
    assertThat(pop(queue, ALL)).isEqualTo("wspt-short");
  }

  private static void arrive(
      PolicyQueue<String> queue, int classIndex, long seconds, long tokens, String item) {
    QueueCost cost = cost(tokens);
    EntryOrder order =
        EntryOrder.of(
            queue.queueClass(classIndex).order(),
            QueueWishes.none(),
            seconds * 1_000_000_000L,
            cost);
    queue.insert(classIndex, order, cost, Optional.empty(), item);
  }

  @Test
  @Tag("F20")
  void classesTakeTurnsByQuantum() {
    PolicyQueue<String> queue = Queues.of(queueClass("one", 1), queueClass("three", 3));
    for (int i = 0; i < 100; i++) {
      park(queue, 0, 1, "one");
      park(queue, 1, 1, "three");
    }

    List<String> popped = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 80; i++) {
      popped.add(pop(queue, ALL));
      expected.add(i % 4 == 0 ? "one" : "three");
    }

    assertThat(popped).isEqualTo(expected);
  }

  @Test
  @Tag("F21")
  void blockedClassEarnsNothing() {
    PolicyQueue<String> queue = Queues.of(queueClass("blocked", 10), queueClass("ready", 10));
    for (int i = 0; i < 20; i++) {
      park(queue, 0, 7, "blocked");
      park(queue, 1, 7, "ready");
    }
    assertThat(pop(queue, ALL)).isEqualTo("blocked");
    DispatchTest<String> ready = (queueClass, entry) -> queueClass.name().equals("ready");

    for (int i = 0; i < 10; i++) {
      assertThat(pop(queue, ready)).isEqualTo("ready");
    }

    assertThat(queue.deficit(0)).isEqualTo(3);
  }

  /**
   *
   *
   * <pre>
   *   carried: 5 left    W1: cost 1, blocked    W2: cost 10
   *   other:             cost 1
   * </pre>
   */
  @Test
  @Tag("F22")
  void carriedClassThatCannotPayKeepsItsDeficitForItsNextTurn() {
    PolicyQueue<String> queue = Queues.of(queueClass("carried", 10), queueClass("other", 1));
    queue.insert(0, score(9), cost(5), Optional.empty(), "before");
    queue.insert(0, score(2), cost(1), Optional.of(W1), "blocked");
    queue.insert(0, score(1), cost(10), Optional.of(W2), "too dear");
    park(queue, 1, 1, "other");
    assertThat(pop(queue, ALL)).isEqualTo("before");
    assertThat(queue.deficit(0)).isEqualTo(5);

    assertThat(pop(queue, without(W1))).isEqualTo("other");

    assertThat(queue.deficit(0)).isEqualTo(5);
  }

  /** Nothing goes before the carried class while it can pay, wherever the cursor stands. */
  @Test
  void carriedClassGoesOnWhileItCanPay() {
    PolicyQueue<String> queue = Queues.of(queueClass("carried", 10), queueClass("other", 10));
    for (int i = 0; i < 3; i++) {
      park(queue, 0, 4, "carried");
    }
    park(queue, 1, 4, "other");

    assertThat(popAll(queue, ALL)).containsExactly("carried", "carried", "other", "carried");
  }

  @Test
  void turnIsOverOnceTheCarriedClassCouldNotGo() {
    PolicyQueue<String> queue = Queues.of(queueClass("carried", 10), queueClass("other", 10));
    for (int i = 0; i < 3; i++) {
      park(queue, 0, 4, "carried");
    }
    park(queue, 1, 4, "other");
    assertThat(pop(queue, ALL)).isEqualTo("carried");
    assertThat(pop(queue, NONE)).isEqualTo("nothing");

    assertThat(popAll(queue, ALL)).containsExactly("other", "carried", "carried");
  }

  @Test
  @Tag("F23")
  void nothingIsEarnedWhileEverythingIsBlocked() {
    PolicyQueue<String> queue = Queues.of(queueClass("one", 1), queueClass("other", 3));
    park(queue, 0, 7, "shared");
    queue.insert(0, score(0), cost(7), Optional.of(W1), "pinned");
    park(queue, 1, 7, "shared");

    for (int i = 0; i < 10_000; i++) {
      assertThat(pop(queue, NONE)).isEqualTo("nothing");
    }

    assertThat(queue.deficit(0)).isZero();
    assertThat(queue.deficit(1)).isZero();
  }

  @Test
  @Tag("F24")
  void dearEntryGoesInOneCall() {
    PolicyQueue<String> queue = Queues.of(queueClass("blocked", 4), queueClass("dear", 4));
    park(queue, 0, 1, "blocked");
    park(queue, 1, 101, "dear");
    park(queue, 1, 101, "behind");
    DispatchTest<String> dear = (queueClass, entry) -> queueClass.name().equals("dear");

    assertThat(pop(queue, dear)).isEqualTo("dear");

    assertThat(queue.deficit(0)).isZero();
    assertThat(queue.deficit(1)).as("4 and 25 rounds of 4, less 101").isEqualTo(3);
  }

  /** Rounds are reckoned up to the first class that can pay; the others earn the same rounds. */
  @Test
  void roundsEndWhereTheFirstClassCanPay() {
    PolicyQueue<String> queue =
        Queues.of(queueClass("dear", 1), queueClass("cheap", 2), queueClass("empty", 9));
    park(queue, 0, 100, "dear");
    park(queue, 1, 11, "cheap");
    park(queue, 1, 11, "behind");

    assertThat(pop(queue, ALL)).isEqualTo("cheap");

    assertThat(queue.deficit(0)).as("1 and 5 rounds").isEqualTo(6);
    assertThat(queue.deficit(1)).as("2 and 5 rounds of 2, less 11").isEqualTo(1);
    assertThat(queue.deficit(2)).isZero();
  }

  @Test
  void deficitsStopAtTheLargestNumber() {
    PolicyQueue<String> queue =
        Queues.of(queueClass("large", Long.MAX_VALUE - 1), queueClass("small", 1));
    park(queue, 0, Long.MAX_VALUE, "largest");
    park(queue, 0, 1, "behind");
    park(queue, 1, Long.MAX_VALUE, "never");

    assertThat(pop(queue, ALL)).isEqualTo("largest");

    assertThat(queue.deficit(0)).isZero();
    assertThat(queue.deficit(1)).isEqualTo(2);
  }

  @Test
  void classIsAskedForItsNextEntryOnceAPop() {
    PolicyQueue<String> queue = Queues.of(queueClass("one", 1), queueClass("other", 1));
    queue.insert(0, new EntryOrder(0, OptionalLong.empty(), 0), cost(50), Optional.of(W1), "one");
    park(queue, 1, 60, "other");
    List<String> asked = new ArrayList<>();

    assertThat(pop(queue, (queueClass, entry) -> asked.add(entry.item()))).isEqualTo("one");

    assertThat(asked).containsExactly("one", "other");
  }
}
