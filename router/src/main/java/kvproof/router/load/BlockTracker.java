package kvproof.router.load;

import java.util.ArrayList;
import java.util.List;
import kvproof.model.BlockHashes;

/**
 * The blocks that active requests are charged for, on every rank.
 *
 * <p>On one rank prompts share their common prefixes; the output of a request is its own. What a
 * request alone has may count a fraction: this sticks to the blocks until another fraction is given
 * or the last request leaves them, whoever joins them in between. Ranks are slots here. One thread.
 */
final class BlockTracker {
  private final PromptTree prompts;
  private final List<BlockTally> tallies = new ArrayList<>();

  /** What one request holds; ended by {@link #release}. */
  static final class Held {
    private final int slot;
    private final PromptNode end;
    private long ownBlocks;
    private double ownFraction = 1;

    private Held(int slot, PromptNode end, long ownBlocks) {
      this.slot = slot;
      this.end = end;
      this.ownBlocks = ownBlocks;
    }
  }

  BlockTracker() {
    this(new PromptTree());
  }

  BlockTracker(PromptTree prompts) {
    this.prompts = prompts;
  }

  /**
   * The blocks of one more prompt.
   *
   * @param shares whether as a path; if not, they are the request's own, as output is
   */
  Held hold(int slot, BlockHashes path, boolean shares) {
    while (tallies.size() <= slot) {
      tallies.add(new BlockTally());
    }
    BlockTally tally = tallies.get(slot);
    if (shares) {
      return new Held(slot, prompts.add(path, slot, tally), 0);
    }
    tally.add(path.size(), 1);
    return new Held(slot, prompts.add(BlockHashes.empty(), slot, tally), path.size());
  }

  void release(Held held) {
    BlockTally tally = tallies.get(held.slot);
    prompts.remove(held.end, held.slot, tally);
    tally.remove(held.ownBlocks, held.ownFraction);
  }

  /** More blocks of output; from now on all that is this request's alone counts the fraction. */
  void addOutput(Held held, int blocks, double fraction) {
    BlockTally tally = tallies.get(held.slot);
    prompts.countTail(held.end, held.slot, fraction, tally);
    tally.remove(held.ownBlocks, held.ownFraction);
    held.ownBlocks = Math.addExact(held.ownBlocks, blocks);
    held.ownFraction = fraction;
    tally.add(held.ownBlocks, fraction);
  }

  /** Rounded to the nearest, a half up; 0 for a slot that never held any. */
  long activeBlocks(int slot) {
    return slot < tallies.size() ? tallies.get(slot).rounded() : 0;
  }

  /** Throws {@link AssertionError} if anything is held on the slot. */
  void checkEmpty(int slot) {
    if (slot < tallies.size() && !tallies.get(slot).isEmpty()) {
      throw new AssertionError(
          "slot " + slot + " holds " + activeBlocks(slot) + " blocks of no request");
    }
  }

  /** As {@link PromptTree#heldPrefixes}. */
  void heldPrefixes(BlockHashes path, int[] bySlot) {
    prompts.heldPrefixes(path, bySlot);
  }

  int nodes() {
    return prompts.nodes();
  }
}
