package kvproof.gpu.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;

/**
 * Host bytes outside the heap, on pages of their own.
 *
 * <p>Owns its arena, shared because threads of the library touch the bytes.
 */
final class HostMemory extends OwnedMemory {
  static final long PAGE_BYTES = 4096;

  private final Arena arena;
  private final MemorySegment bytes;

  private HostMemory(ProcessMemory process, Arena arena, MemorySegment bytes) {
    super(process, new MemoryRegion(MemoryKind.DRAM, 0, bytes.address(), bytes.byteSize()));
    this.arena = arena;
    this.bytes = bytes;
  }

  /** Zeroed bytes, at least one. */
  @SuppressWarnings("MustBeClosedChecker") // Closed with the memory.
  static HostMemory of(ProcessMemory process, long sizeBytes) {
    Arena arena = Arena.ofShared();
    try {
      return new HostMemory(process, arena, arena.allocate(sizeBytes, PAGE_BYTES));
    } catch (OutOfMemoryError | IllegalArgumentException tooLarge) {
      arena.close();
      throw new TransferException(Category.OUT_OF_MEMORY, "no room for " + sizeBytes + " bytes");
    }
  }

  @Override
  protected void copyIn(long offsetBytes, ByteBuffer from) {
    MemorySegment.copy(MemorySegment.ofBuffer(from), 0, bytes, offsetBytes, from.remaining());
  }

  @Override
  protected void copyOut(long offsetBytes, ByteBuffer into) {
    MemorySegment.copy(bytes, offsetBytes, MemorySegment.ofBuffer(into), 0, into.remaining());
  }

  @Override
  protected ByteBuffer viewOf(long offsetBytes, int sizeBytes) {
    return bytes.asSlice(offsetBytes, sizeBytes).asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  protected void free() {
    arena.close();
  }
}
