package kvproof.gpu;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.invoke.MethodHandle;

/**
 * How many bytes malloc has given out in this process, in all of its arenas and by mmap, and not
 * had back: {@code mallinfo2} of glibc 2.33 or newer, ten {@code size_t}.
 */
final class MallocUse {
  private static final MemoryLayout STRUCT =
      MemoryLayout.structLayout(MemoryLayout.sequenceLayout(10, JAVA_LONG));

  /** Bytes of blocks that were mapped by themselves. */
  private static final long HBLKHD = 4 * Long.BYTES;

  /** Bytes of all other blocks. */
  private static final long UORDBLKS = 7 * Long.BYTES;

  private static final MethodHandle MALLINFO2 = bind();

  private MallocUse() {}

  private static MethodHandle bind() {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow("mallinfo2"), FunctionDescriptor.of(STRUCT));
  }

  static long bytes() {
    try (Arena arena = Arena.ofConfined()) {
      var info = (MemorySegment) MALLINFO2.invokeExact((SegmentAllocator) arena);
      return info.get(JAVA_LONG, HBLKHD) + info.get(JAVA_LONG, UORDBLKS);
    } catch (Throwable failure) {
      throw new AssertionError("mallinfo2 is bound wrongly", failure);
    }
  }
}
