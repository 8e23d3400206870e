package kvproof.router.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.LongStream;
import kvproof.model.BlockHashes;
import kvproof.router.load.BlockTracker.Held;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BlockTrackerTest {
  private static final int SLOT = 0;

  private final BlockTracker tracker = new BlockTracker();

  private Held hold(long... hashes) {
    return tracker.hold(SLOT, BlockHashes.of(hashes), true);
  }

  private long active() {
    return tracker.activeBlocks(SLOT);
  }

  private int[] heldPrefix(long... query) {
    int[] bySlot = new int[3];
    tracker.heldPrefixes(BlockHashes.of(query), bySlot);
    return bySlot;
  }

  @Tag("H13")
  @Test
  void fractionsThroughShareSplitAndFree() {
    Held lead = hold(1, 2, 3);
    Held other = hold(1, 2, 4);
    tracker.addOutput(lead, 1, 1);
    assertThat(active()).isEqualTo(5);

    tracker.addOutput(lead, 0, 0.5); // 1 2 4 whole, 3 and the output half
    assertThat(active()).isEqualTo(4);
    tracker.addOutput(lead, 0, 0.25);
    assertThat(active()).isEqualTo(4); // 3.5

    tracker.release(lead);
    assertThat(active()).isEqualTo(3);
    tracker.release(other);
    assertThat(active()).isZero();
  }

  @Test
  void fractionSticksWhenTheTailIsSharedAndWhenItIsSplit() {
    Held first = hold(1, 2, 3, 4);
    tracker.addOutput(first, 0, 0.25);
    assertThat(active()).isEqualTo(1);

    Held shorter = hold(1, 2); // splits, and adds nothing
    assertThat(active()).isEqualTo(1);
    Held branch = hold(1, 2, 3, 5); // 5 alone counts in full
    assertThat(active()).isEqualTo(2);

    tracker.release(first);
    assertThat(active()).as("1 2 3 at a quarter, 5").isEqualTo(2);
    tracker.addOutput(branch, 0, 0.5);
    assertThat(active()).as("1 2 at a quarter, 3 5 at a half").isEqualTo(2);
    tracker.release(shorter);
    tracker.addOutput(branch, 0, 0.125);
    assertThat(active()).as("four at an eighth: a half, up").isEqualTo(1);
    tracker.release(branch);
    assertThat(active()).isZero();
    assertThat(tracker.nodes()).isZero();
  }

  @Test
  void fractionEndsWithTheLastHolder() {
    Held first = hold(1, 2);
    tracker.addOutput(first, 0, 0);
    tracker.release(first);

    hold(1, 2);

    assertThat(active()).isEqualTo(2);
  }

  @Test
  void fractionOfOneSlotIsNothingToAnother() {
    Held first = hold(1, 2);
    tracker.hold(1, BlockHashes.of(1, 2), true);

    tracker.addOutput(first, 0, 0);

    assertThat(active()).isZero();
    assertThat(tracker.activeBlocks(1)).isEqualTo(2);
  }

  @Test
  void blocksThatAreNotSharedAreFoundByNobody() {
    Held own = tracker.hold(SLOT, BlockHashes.of(1, 2, 3), false);
    hold(1, 2);
    assertThat(active()).isEqualTo(5);
    assertThat(heldPrefix(1, 2, 3)).startsWith(2);

    tracker.addOutput(own, 1, 0.5);
    assertThat(active()).as("four halves, 1 2").isEqualTo(4);

    tracker.release(own);
    assertThat(active()).isEqualTo(2);
  }

  @Tag("H14")
  @Test
  void longChainsAreReleasedWithoutRecursion() throws InterruptedException {
    long[] chain = LongStream.rangeClosed(1, 65_536).toArray();
    Held whole = hold(chain);
    Held[] prefixes = new Held[4_096];
    for (int i = 0; i < prefixes.length; i++) { // a node every 16 blocks
      prefixes[i] = tracker.hold(SLOT, BlockHashes.of(chain).slice(0, 16 * (i + 1) - 1), true);
    }
    assertThat(active()).isEqualTo(65_536);
    assertThat(tracker.nodes()).as("ends of prefixes and of stretches").isEqualTo(4_096 + 64);
    assertThat(heldPrefix(chain)).startsWith(65_536);

    // Hardly any stack: a call per node would not fit.
    Thread small = new Thread(null, () -> releaseAll(whole, prefixes), "small stack", 16 * 1024);
    small.start();
    small.join();

    assertThat(active()).isZero();
    assertThat(tracker.nodes()).isZero();
  }

  private void releaseAll(Held whole, Held[] prefixes) {
    tracker.release(whole);
    for (Held prefix : prefixes) {
      tracker.release(prefix);
    }
  }

  @Test
  void stretchesBecomeOneAgainWhenTheReasonToPartThemIsGone() {
    Held whole = hold(1, 2, 3, 4);
    Held branch = hold(1, 2, 5);
    Held prefix = hold(1);
    assertThat(tracker.nodes()).isEqualTo(4);

    tracker.release(branch);
    assertThat(tracker.nodes()).isEqualTo(2);
    tracker.release(prefix);
    assertThat(tracker.nodes()).isEqualTo(1);

    assertThat(heldPrefix(1, 2, 3, 9)).startsWith(3);
    tracker.release(whole);
    assertThat(tracker.nodes()).isZero();
  }

  @Test
  void stretchesNeverGrowPastTheirLimit() {
    long[] chain = LongStream.rangeClosed(1, 3 * PromptNode.MOST_BLOCKS + 1).toArray();
    Held whole = hold(chain);
    assertThat(tracker.nodes()).isEqualTo(4);

    Held branch = hold(1, 2, 9);
    assertThat(tracker.nodes()).isEqualTo(6);
    tracker.release(branch);
    Held prefix = tracker.hold(SLOT, BlockHashes.of(chain).slice(0, PromptNode.MOST_BLOCKS), true);
    tracker.release(prefix);

    assertThat(tracker.nodes()).isEqualTo(4);
    assertThat(active()).isEqualTo(chain.length);
    tracker.release(whole);
    assertThat(tracker.nodes()).isZero();
  }

  @Test
  void prefixIsWhatCountsForEverySlotAlone() {
    tracker.hold(0, BlockHashes.of(1, 2, 4, 5), true);
    tracker.hold(1, BlockHashes.of(1), true);
    tracker.hold(2, BlockHashes.of(2, 3), true);

    assertThat(heldPrefix(1, 2, 3, 5)).containsExactly(2, 1, 0);
    assertThat(heldPrefix(1, 2, 4, 5, 6)).containsExactly(4, 1, 0);
    assertThat(heldPrefix()).containsExactly(0, 0, 0);
  }

  @Test
  void hashTwiceInOnePathIsTwoBlocks() {
    Held held = hold(7, 7, 7);

    assertThat(active()).isEqualTo(3);
    assertThat(heldPrefix(7, 7, 8)).startsWith(2);
    assertThat(heldPrefix(7, 7, 7, 7)).startsWith(3);
    tracker.release(held);
    assertThat(tracker.nodes()).isZero();
  }

  @Test
  void oneRequestTooManyOnABlockIsFatalAndTakesNothing() {
    BlockTracker narrow = new BlockTracker(new PromptTree(2));
    Held first = narrow.hold(SLOT, BlockHashes.of(1, 2), true);
    Held second = narrow.hold(SLOT, BlockHashes.of(1, 3), true);

    assertThatThrownBy(() -> narrow.hold(SLOT, BlockHashes.of(1, 4), true))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("slot 0")
        .hasMessageContaining("one more than 2");
    narrow.hold(1, BlockHashes.of(1, 4), true);
    assertThat(narrow.activeBlocks(SLOT)).isEqualTo(3);
    narrow.release(first);
    narrow.release(second);
    assertThat(narrow.activeBlocks(SLOT)).isZero();
  }

  @Test
  void blocksThatStayOnASlotOfNobodyAreFatal() {
    hold(1);

    assertThatThrownBy(() -> tracker.checkEmpty(SLOT))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("1 blocks of no request");
    tracker.checkEmpty(5);
  }
}
