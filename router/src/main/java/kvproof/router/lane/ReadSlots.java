package kvproof.router.lane;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Slots in which threads announce what they read. There are more as soon as all are taken. */
final class ReadSlots<T> {
  static final int FIRST_SLOTS = 16;
  private static final int SPINS = 200;

  /*
   * An event takes microseconds, and whoever sleeps does so for fifty at least, while the other side
   * waits. So the processor is offered to others some hundred microseconds long before.
   */
  private static final int YIELDS = 1_000;
  private static final long PARK_NANOS = 10_000;

  /** Rounds of {@link #pause} without sleep. */
  static final int ROUNDS_AWAKE = SPINS + YIELDS;

  private final Supplier<ReadSection<T>> maker;
  private volatile List<ReadSection<T>> slots;

  ReadSlots(Supplier<ReadSection<T>> maker, int firstSlots) {
    this.maker = maker;
    this.slots = Stream.generate(maker).limit(firstSlots).toList();
  }

  /** Takes a slot that is free, beginning with the one that this thread mostly gets. */
  ReadSection<T> claim(long mark, T value) {
    int preferred = (int) Thread.currentThread().threadId();
    while (true) {
      List<ReadSection<T>> known = slots;
      for (int i = 0; i < known.size(); i++) {
        ReadSection<T> section = known.get(Math.floorMod(preferred + i, known.size()));
        if (section.claim(mark, value)) {
          return section;
        }
      }
      add(known.size());
    }
  }

  private synchronized void add(int known) {
    if (slots.size() == known) {
      slots = Stream.concat(slots.stream(), Stream.generate(maker).limit(known)).toList();
    }
  }

  /** Those that there are now; a slot that is made later is not among them. */
  List<ReadSection<T>> all() {
    return slots;
  }

  /** Waits until no slot has this mark. One that gets it meanwhile may be missed. */
  void awaitNone(long mark) {
    for (ReadSection<T> section : slots) {
      for (int round = 0; section.announces(mark); round++) {
        pause(round);
      }
    }
  }

  /** Between two looks at something that another thread is about to change. */
  static void pause(int round) {
    if (round < SPINS) {
      Thread.onSpinWait();
    } else if (round < SPINS + YIELDS) {
      Thread.yield();
    } else if (Thread.currentThread().isInterrupted()) {
      Thread.yield(); // it would not sleep
    } else {
      LockSupport.parkNanos(PARK_NANOS);
    }
  }
}
