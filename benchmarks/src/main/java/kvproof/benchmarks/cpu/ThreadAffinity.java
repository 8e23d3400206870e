package kvproof.benchmarks.cpu;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.BitSet;
import java.util.Optional;

/** The processors that the calling thread may use. */
public final class ThreadAffinity {
  /** Bytes of the mask that the C library takes by default: 1,024 processors. */
  private static final int MASK_BYTES = 128;

  private static final Optional<MethodHandle> SET = function("sched_setaffinity");
  private static final Optional<MethodHandle> READ = function("sched_getaffinity");

  private ThreadAffinity() {}

  /* int function(pid_t thread, size_t bytes, cpu_set_t *mask); thread 0 is the caller. */
  @SuppressWarnings("restricted")
  private static Optional<MethodHandle> function(String name) {
    Linker linker = Linker.nativeLinker();
    return linker
        .defaultLookup()
        .find(name)
        .map(
            address ->
                linker.downcallHandle(
                    address,
                    FunctionDescriptor.of(
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.ADDRESS)));
  }

  /** Keeps the calling thread on these processors; false where the system does not do it. */
  public static boolean set(BitSet cpus) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(MASK_BYTES, Long.BYTES);
      byte[] bytes = cpus.toByteArray();
      MemorySegment.copy(bytes, 0, mask, ValueLayout.JAVA_BYTE, 0, bytes.length);
      return SET.isPresent() && call(SET.get(), mask) == 0;
    }
  }

  /** As the system tells it; empty where it does not. */
  public static BitSet read() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(MASK_BYTES, Long.BYTES);
      return READ.isPresent() && call(READ.get(), mask) >= 0
          ? BitSet.valueOf(mask.asByteBuffer())
          : new BitSet();
    }
  }

  private static int call(MethodHandle function, MemorySegment mask) {
    try {
      return (int) function.invokeExact(0, (long) MASK_BYTES, mask);
    } catch (Throwable impossible) {
      throw new AssertionError("a C function threw", impossible);
    }
  }
}
