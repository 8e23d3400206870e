package kvproof.benchmarks.cpu;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.management.ManagementFactory;
import java.util.Optional;

/**
 * Processor time of all threads of this process, in nanoseconds.
 *
 * <p>By the C library, since the JVM's own figure moves in steps of ten milliseconds; where there
 * is no such function it is the JVM's.
 */
public final class ProcessClock {
  private static final int CLOCK_PROCESS_CPUTIME_ID = 2;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final boolean IS_LINUX = System.getProperty("os.name").equals("Linux");

  private static final com.sun.management.OperatingSystemMXBean JVM =
      (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private static final Optional<MethodHandle> READ = function();

  private ProcessClock() {}

  /* int clock_gettime(clockid_t clock, struct timespec *time), whose two fields are longs. */
  @SuppressWarnings("restricted")
  private static Optional<MethodHandle> function() {
    Linker linker = Linker.nativeLinker();
    return linker
        .defaultLookup()
        .find("clock_gettime")
        .filter(_ -> IS_LINUX)
        .map(
            address ->
                linker.downcallHandle(
                    address,
                    FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS)));
  }

  public static long nanos() {
    if (READ.isEmpty()) {
      return JVM.getProcessCpuTime();
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment time = arena.allocate(2 * Long.BYTES, Long.BYTES);
      int failed = (int) READ.get().invokeExact(CLOCK_PROCESS_CPUTIME_ID, time);
      return failed != 0
          ? JVM.getProcessCpuTime()
          : time.get(ValueLayout.JAVA_LONG, 0) * NANOS_PER_SECOND
              + time.get(ValueLayout.JAVA_LONG, Long.BYTES);
    } catch (Throwable impossible) {
      throw new AssertionError("a C function threw", impossible);
    }
  }
}
