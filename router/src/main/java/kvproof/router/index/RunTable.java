package kvproof.router.index;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs by slot: a small dense number that a run has as long as it exists. */
final class RunTable {
  private @Nullable Run[] runs = new Run[8];
  private int[] freeSlots = new int[8];
  private int freeSlotCount;
  private int usedSlots;

  /** Slots below this one were used since there was no run at all. */
  int usedSlots() {
    return usedSlots;
  }

  /** Runs that exist. */
  int size() {
    return usedSlots - freeSlotCount;
  }

  Run run(int slot) {
    Run run = runs[slot];
    if (run == null) {
      throw new AssertionError("no run in slot " + slot);
    }
    return run;
  }

  /** The run in the slot, or null if none is there any more. */
  @Nullable Run find(int slot) {
    return runs[slot];
  }

  void add(Run run) {
    int slot = freeSlotCount > 0 ? freeSlots[--freeSlotCount] : usedSlots++;
    if (slot == runs.length) {
      runs = Arrays.copyOf(runs, 2 * slot);
    }
    runs[slot] = run;
    run.slot = slot;
  }

  void remove(Run run) {
    runs[run.slot] = null;
    if (freeSlotCount == freeSlots.length) {
      freeSlots = Arrays.copyOf(freeSlots, 2 * freeSlotCount);
    }
    freeSlots[freeSlotCount++] = run.slot;
    if (size() == 0) {
      usedSlots = 0;
      freeSlotCount = 0;
    }
  }

  void forEach(Consumer<Run> visitor) {
    for (int slot = 0; slot < usedSlots; slot++) {
      Run run = runs[slot];
      if (run != null) {
        visitor.accept(run);
      }
    }
  }
}
