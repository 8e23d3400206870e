package kvproof.router.queue;

import static kvproof.router.queue.Queues.ALL;
import static kvproof.router.queue.Queues.W1;
import static kvproof.router.queue.Queues.W2;
import static kvproof.router.queue.Queues.due;
import static kvproof.router.queue.Queues.park;
import static kvproof.router.queue.Queues.plain;
import static kvproof.router.queue.Queues.pop;
import static kvproof.router.queue.Queues.popAll;
import static kvproof.router.queue.Queues.score;
import static kvproof.router.queue.Queues.without;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PolicyQueueDeadlinesTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  @Tag("F06")
  void earlierDeadlineGoesFirstWhoeverCameFirst() {
    PolicyQueue<String> queue = plain();
    park(queue, due(20 * SECOND), "in 20 s");
    park(queue, due(10 * SECOND), "in 10 s");

    assertThat(queue.nextDeadline()).hasValue(10 * SECOND);
    assertThat(pop(queue, ALL)).isEqualTo("in 10 s");
    assertThat(queue.nextDeadline()).hasValue(20 * SECOND);
    assertThat(pop(queue, ALL)).isEqualTo("in 20 s");
    assertThat(queue.nextDeadline()).isEmpty();
  }

  @Test
  @Tag("F07")
  void oneNanosecondDecidesBetweenLanes() {
    PolicyQueue<String> queue = plain();
    park(queue, W1, due(SECOND + 1), "later");
    park(queue, W2, due(SECOND), "earlier");

    assertThat(popAll(queue, ALL)).containsExactly("earlier", "later");
  }

  @Test
  @Tag("F08")
  void strictPriorityGoesBeforeAnyDeadline() {
    PolicyQueue<String> queue = plain();
    park(queue, new EntryOrder(0, OptionalLong.of(SECOND), 0), "strict 0");
    park(queue, new EntryOrder(10, OptionalLong.of(2 * SECOND), 0), "strict 10");

    assertThat(popAll(queue, ALL)).containsExactly("strict 10", "strict 0");
  }

  @Test
  @Tag("F09")
  void entryThatExpiresInABlockedLaneGoesAndItsLaneWithIt() {
    PolicyQueue<String> queue = plain();
    park(queue, W1, due(SECOND), "blocked");
    assertThat(pop(queue, without(W1))).isEqualTo("nothing");

    ExpiredEntries<String> expired = queue.removeDue(SECOND);

    assertThat(expired.entries()).extracting(QueueEntry::item).containsExactly("blocked");
    assertThat(expired.isHeadRemoved()).isTrue();
    queue.recheckAll();
    List<String> asked = new ArrayList<>();
    assertThat(pop(queue, (queueClass, entry) -> asked.add(entry.item()))).isEqualTo("nothing");
    assertThat(asked).isEmpty();
  }

  @Test
  @Tag("F10")
  void withoutItsOnlyDeadlineTheIndexIsEmptyAndTheOthersStay() {
    PolicyQueue<String> queue = plain();
    park(queue, score(0), "without deadline");
    QueueEntry<String> withDeadline = park(queue, due(SECOND), "with deadline");

    queue.remove(withDeadline);

    assertThat(queue.nextDeadline()).isEmpty();
    assertThat(queue.removeDue(Long.MAX_VALUE).entries()).isEmpty();
    assertThat(popAll(queue, ALL)).containsExactly("without deadline");
  }

  @Test
  @Tag("FS-64")
  void entryIsDueAtItsDeadlineAndNotBefore() {
    PolicyQueue<String> queue = plain();
    park(queue, due(SECOND), "due");

    assertThat(queue.removeDue(SECOND - 1).entries()).isEmpty();
    assertThat(queue.removeDue(SECOND).entries()).hasSize(1);
    assertThat(queue.size()).isZero();
  }

  @Test
  void dueEntriesComeByDeadlineThenByArrivalWhateverTheirRank() {
    PolicyQueue<String> queue = plain();
    park(queue, W1, due(7), "third");
    park(queue, new EntryOrder(5, OptionalLong.of(7), 9), "fourth");
    park(queue, W2, due(6), "first");
    park(queue, due(6), "second");
    park(queue, due(8), "not yet");

    assertThat(queue.removeDue(7).entries())
        .extracting(QueueEntry::item)
        .containsExactly("first", "second", "third", "fourth");
  }

  @Test
  void onlyTheHeadOfALaneMakesRoomForAnother() {
    PolicyQueue<String> queue = plain();
    park(queue, W1, new EntryOrder(1, OptionalLong.empty(), 0), "head");
    park(queue, W1, due(5), "behind");

    ExpiredEntries<String> expired = queue.removeDue(5);

    assertThat(expired.entries()).hasSize(1);
    assertThat(expired.isHeadRemoved()).isFalse();
  }

  @Test
  void theFarthestDeadlineStillGoesBeforeNone() {
    PolicyQueue<String> queue = plain();
    park(queue, score(1e9), "none");
    park(queue, due(Long.MAX_VALUE), "farthest");

    assertThat(popAll(queue, ALL)).containsExactly("farthest", "none");
  }

  @Test
  void whatIsNotParkedCannotBeRemoved() {
    PolicyQueue<String> queue = plain();
    QueueEntry<String> popped = park(queue, score(0), "popped");
    queue.pop(ALL);
    PolicyQueue<String> stranger = plain();
    QueueEntry<String> foreign = park(stranger, score(0), "foreign");

    assertThat(popped.isParked()).isFalse();
    assertThatThrownBy(() -> queue.remove(popped))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("popped");
    assertThatThrownBy(() -> queue.remove(foreign))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("foreign");
    assertThat(stranger.remove(foreign)).isTrue();
  }
}
