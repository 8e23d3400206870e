package kvproof.router.index;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** How many blocks each owner holds on one tier, and the runs in which they may lie. */
final class Holdings {
  private static final int[] NONE = {};

  /** Runs that an owner has left may be remembered up to so many more than it holds blocks. */
  private static final int SPARE_RUNS = 64;

  private int[] held = new int[8];
  private @Nullable IntOpenHashSet[] touched = new IntOpenHashSet[8];

  int held(int owner) {
    return owner >= 0 && owner < held.length ? held[owner] : 0;
  }

  /** The owner holds so many blocks more, in this run. */
  void add(int owner, int blocks, Run run) {
    if (owner >= held.length) {
      int size = Math.max(owner + 1, 2 * held.length);
      held = Arrays.copyOf(held, size);
      touched = Arrays.copyOf(touched, size);
    }
    held[owner] += blocks;
    IntOpenHashSet slots = touched[owner];
    if (slots == null) {
      slots = new IntOpenHashSet(4);
      touched[owner] = slots;
    }
    slots.add(run.slot);
  }

  void take(int owner, int blocks) {
    held[owner] -= blocks;
  }

  /** Slots of the runs that the owner's blocks lie in; may name others, and runs that have gone. */
  int[] slots(int owner) {
    IntOpenHashSet slots = owner < touched.length ? touched[owner] : null;
    return slots == null ? NONE : slots.toIntArray();
  }

  /**
   * Whether so many runs are remembered that most of them cannot have a block of the owner: those
   * who come and go would otherwise leave runs behind without end.
   */
  boolean isCluttered(int owner) {
    IntOpenHashSet slots = owner < touched.length ? touched[owner] : null;
    return slots != null && slots.size() - SPARE_RUNS > 2L * held(owner);
  }

  /** Forgets the slots of runs in which the owner has no block. */
  void tidy(int owner, IntPredicate hasLeft) {
    IntOpenHashSet slots = touched[owner];
    if (slots != null) {
      slots.removeIf(hasLeft);
      slots.trim();
    }
  }

  /** Forgets the owner's runs; it holds nothing any more. */
  void leave(int owner) {
    if (owner < touched.length) {
      touched[owner] = null;
    }
    if (held(owner) != 0) {
      throw new AssertionError("owner " + owner + " still holds " + held[owner] + " blocks");
    }
  }
}
