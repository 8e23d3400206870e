package kvproof.router.queue;

import static kvproof.router.queue.Queues.ALL;
import static kvproof.router.queue.Queues.NONE;
import static kvproof.router.queue.Queues.W1;
import static kvproof.router.queue.Queues.W2;
import static kvproof.router.queue.Queues.park;
import static kvproof.router.queue.Queues.plain;
import static kvproof.router.queue.Queues.pop;
import static kvproof.router.queue.Queues.popAll;
import static kvproof.router.queue.Queues.score;
import static kvproof.router.queue.Queues.strict;
import static kvproof.router.queue.Queues.without;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kvproof.model.QueueProfile;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PolicyQueueLanesTest {

  @Test
  @Tag("F13")
  void blockedLaneLeavesTheOthersFree() {
    PolicyQueue<String> queue = plain();
    park(queue, W1, strict(1), "blocked");
    park(queue, W2, strict(0), "ready");

    assertThat(popAll(queue, without(W1))).containsExactly("ready");
  }

  @Test
  @Tag("F14")
  void onlyTheLaneThatIsRecheckedMayGo() {
    PolicyQueue<String> queue = plain();
    park(queue, W1, score(0), "lane 1");
    park(queue, W2, score(0), "lane 2");
    assertThat(popAll(queue, NONE)).isEmpty();

    queue.recheck(W1);
    assertThat(popAll(queue, ALL)).containsExactly("lane 1");

    queue.recheck(W2);
    assertThat(popAll(queue, ALL)).containsExactly("lane 2");
  }

  @Test
  @Tag("F15")
  void arrivalWithTheHigherScoreHeadsItsLane() {
    PolicyQueue<String> queue = plain();
    park(queue, W1, score(1), "first");
    park(queue, W2, score(2), "other lane");
    park(queue, W1, score(3), "jumps");

    assertThat(popAll(queue, ALL)).containsExactly("jumps", "other lane", "first");
  }

  @Test
  @Tag("F16")
  void everyLaneIsTestedOnce() {
    int lanes = 10_000;
    PolicyQueue<Integer> queue = new PolicyQueue<>(plainProfile());
    for (int worker = 0; worker < lanes; worker++) {
      queue.insert(
          0, score(0), Queues.cost(1), Optional.of(new WorkerWithDpRank(worker, 0)), worker);
    }
    int[] checks = {0};
    DispatchTest<Integer> everyOther =
        (queueClass, entry) -> {
          checks[0]++;
          return entry.item() % 2 == 1;
        };

    List<Integer> popped = new ArrayList<>();
    for (QueueEntry<Integer> next = queue.pop(everyOther);
        next != null;
        next = queue.pop(everyOther)) {
      popped.add(next.item());
    }

    assertThat(popped).hasSize(lanes / 2).isSorted().allMatch(worker -> worker % 2 == 1);
    assertThat(checks[0]).isEqualTo(lanes);
    queue.pop(everyOther);
    assertThat(checks[0]).as("blocked lanes are remembered").isEqualTo(lanes);
  }

  @Test
  @Tag("F17")
  void fullRecheckGoesByPriority() {
    PolicyQueue<String> queue = plain();
    park(queue, W1, strict(1), "low");
    park(queue, W2, strict(2), "high");
    assertThat(popAll(queue, NONE)).isEmpty();

    queue.recheckAll();

    assertThat(popAll(queue, ALL)).containsExactly("high", "low");
  }

  @Test
  @Tag("F18")
  void recheckOutlivesTheRemovalOfALane() {
    PolicyQueue<String> queue = plain();
    QueueEntry<String> removed = park(queue, W1, score(0), "removed");
    park(queue, W2, score(0), "remaining");
    assertThat(popAll(queue, NONE)).isEmpty();

    queue.recheckAll();
    queue.remove(removed);

    assertThat(popAll(queue, ALL)).containsExactly("remaining");
  }

  @Test
  void arrivalInABlockedLaneDoesNotUnblockIt() {
    PolicyQueue<String> queue = plain();
    park(queue, W1, score(0), "blocked");
    assertThat(popAll(queue, NONE)).isEmpty();

    park(queue, W1, score(9), "arrival");
    assertThat(popAll(queue, ALL)).isEmpty();

    queue.recheck(W1);
    assertThat(popAll(queue, ALL)).containsExactly("arrival", "blocked");
  }

  /** Any entry of the lane will do, and lanes of other ranks stay blocked. */
  @Test
  void removalUnblocksItsOwnLane() {
    PolicyQueue<String> queue = plain();
    park(queue, W1, score(1), "head");
    QueueEntry<String> behind = park(queue, W1, score(0), "behind");
    park(queue, W2, score(0), "other lane");
    assertThat(popAll(queue, NONE)).isEmpty();

    assertThat(queue.remove(behind)).isFalse();

    assertThat(popAll(queue, ALL)).containsExactly("head");
  }

  @Test
  void laneThatWasEmptiedStartsUnblocked() {
    PolicyQueue<String> queue = plain();
    QueueEntry<String> only = park(queue, W1, score(0), "only");
    assertThat(popAll(queue, NONE)).isEmpty();
    assertThat(queue.remove(only)).isTrue();

    park(queue, W1, score(0), "next");

    assertThat(popAll(queue, ALL)).containsExactly("next");
  }

  @Test
  void sharedLaneIsTestedOnEveryPop() {
    PolicyQueue<String> queue = plain();
    park(queue, score(0), "shared");

    assertThat(pop(queue, NONE)).isEqualTo("nothing");
    assertThat(pop(queue, ALL)).isEqualTo("shared");
  }

  @Test
  void blockedSharedHeadHoldsItsLaneButNoPinnedOne() {
    PolicyQueue<String> queue = plain();
    park(queue, score(3), "shared head");
    park(queue, score(2), "shared behind");
    park(queue, W1, score(1), "pinned");
    DispatchTest<String> allButHead = (queueClass, entry) -> !entry.item().equals("shared head");

    assertThat(popAll(queue, allButHead)).containsExactly("pinned");
  }

  /** Shared and pinned heads go by the same order; nothing behind the next entry is asked about. */
  @Test
  void headsBehindTheNextEntryAreNotTested() {
    PolicyQueue<String> queue = plain();
    park(queue, W1, score(3), "best");
    park(queue, score(2), "middle");
    park(queue, W2, score(1), "last");
    List<String> asked = new ArrayList<>();
    DispatchTest<String> all = (queueClass, entry) -> asked.add(entry.item());

    assertThat(pop(queue, all)).isEqualTo("best");
    assertThat(asked).containsExactly("best");

    assertThat(pop(queue, all)).isEqualTo("middle");
    assertThat(asked).containsExactly("best", "middle");
  }

  @Test
  void recheckOfARankReachesEveryClass() {
    PolicyQueue<String> queue =
        Queues.of(Queues.queueClass("one", 1), Queues.queueClass("other", 1));
    queue.insert(0, score(0), Queues.cost(1), Optional.of(W1), "one");
    queue.insert(1, score(0), Queues.cost(1), Optional.of(W1), "other");
    assertThat(popAll(queue, NONE)).isEmpty();

    queue.recheck(W1);

    assertThat(popAll(queue, ALL)).containsExactly("one", "other");
  }

  @Test
  void everythingLeavesByClassThenByOrderBlockedOrNot() {
    PolicyQueue<String> queue =
        Queues.of(Queues.queueClass("one", 1), Queues.queueClass("other", 1));
    queue.insert(1, score(9), Queues.cost(1), Optional.empty(), "last");
    queue.insert(0, score(1), Queues.cost(1), Optional.of(W1), "third");
    queue.insert(0, score(2), Queues.cost(1), Optional.empty(), "second");
    queue.insert(0, Queues.due(3), Queues.cost(1), Optional.of(W1), "first");
    assertThat(popAll(queue, NONE)).isEmpty();

    assertThat(queue.removeAll())
        .extracting(QueueEntry::item)
        .containsExactly("first", "second", "third", "last");
    assertThat(queue.size()).isZero();
    assertThat(queue.nextDeadline()).isEmpty();
  }

  private static QueueProfile plainProfile() {
    return new QueueProfile(List.of(Queues.queueClass("only", 1)), List.of(), Optional.empty());
  }
}
