package kvproof.benchmarks.timing;

import java.lang.management.ManagementFactory;
import java.util.function.IntSupplier;

/** What calls allocate on the thread that makes them. */
public final class AllocatedBytes {
  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  private AllocatedBytes() {}

  /** Bytes a call, over {@code calls} calls; exact, since the JVM counts every one. */
  public static double perCall(int calls, IntSupplier call) {
    int result = 0;
    long before = THREADS.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < calls; i++) {
      result ^= call.getAsInt();
    }
    long after = THREADS.getCurrentThreadAllocatedBytes();
    keep(result);
    return (after - before) / (double) calls;
  }

  private static void keep(int result) {
    if (result == 0x5bd1_e995) { // never for certain, but the compiler cannot know
      Thread.onSpinWait();
    }
  }
}
