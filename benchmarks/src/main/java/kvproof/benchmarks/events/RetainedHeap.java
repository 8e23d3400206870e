package kvproof.benchmarks.events;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.function.Supplier;

/** Bytes of heap that something keeps alive: used after a full collection, with it less without. */
final class RetainedHeap {
  private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();

  /** One in four of the serial collector's full collections leaves no garbage behind at all. */
  private static final int COLLECTIONS = 5;

  private RetainedHeap() {}

  /** What the value keeps alive, itself included; everything else must stay as it is meanwhile. */
  static <T> long of(Supplier<T> maker) {
    long before = used();
    T value = maker.get();
    long after = used();
    java.lang.ref.Reference.reachabilityFence(value);
    return after - before;
  }

  private static long used() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
      least = Math.min(least, MEMORY.getHeapMemoryUsage().getUsed());
    }
    return least;
  }
}
