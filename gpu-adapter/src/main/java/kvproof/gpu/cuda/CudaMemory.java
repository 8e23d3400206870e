package kvproof.gpu.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Objects;

/**
 * Bytes on a CUDA device, reached through copies alone; zero at first, fixed until {@link #close}.
 *
 * <p>Every copy is complete when its call returns, for the device, a NIC and other processes too.
 * Ranges are checked here, before the driver sees them: one beyond the memory is {@link
 * IndexOutOfBoundsException}, any use after the close {@link IllegalStateException}. For one thread
 * at a time, whichever.
 */
public final class CudaMemory implements AutoCloseable {
  /*
   * A copy to the device, a copy within it and a fill may return before the bytes are there: the
   * driver promises order among its own calls, and none towards a NIC or a peer that reads the
   * memory. Hence the synchronisation behind each. A copy back is complete as it is.
   */

  /** Heap buffers go through native memory in pieces of this size. */
  private static final int BOUNCE_BYTES = 4 << 20;

  private final CudaContext context;
  private final long address;
  private final long sizeBytes;
  private volatile boolean isClosed;

  CudaMemory(CudaContext context, long address, long sizeBytes) {
    this.context = context;
    this.address = address;
    this.sizeBytes = sizeBytes;
  }

  /** Where the device has it: no address of this process, and never to be followed. */
  public long address() {
    return address;
  }

  public long sizeBytes() {
    return sizeBytes;
  }

  /** The context that it is allocated in. */
  public CudaContext context() {
    return context;
  }

  /** Copies all that remains in {@code from} to {@code offsetBytes}; zero bytes are allowed. */
  public void write(long offsetBytes, ByteBuffer from) {
    ready(offsetBytes, from.remaining());
    if (!from.hasRemaining()) {
      return;
    }
    if (from.isDirect()) {
      copyIn(offsetBytes, MemorySegment.ofBuffer(from));
      from.position(from.limit());
    } else {
      writeHeap(offsetBytes, from);
    }
  }

  private void writeHeap(long offsetBytes, ByteBuffer from) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bounce = arena.allocate(Math.min(BOUNCE_BYTES, from.remaining()));
      long at = offsetBytes;
      while (from.hasRemaining()) {
        MemorySegment piece = bounce.asSlice(0, Math.min(bounce.byteSize(), from.remaining()));
        ByteBuffer next = from.slice(from.position(), (int) piece.byteSize());
        piece.copyFrom(MemorySegment.ofBuffer(next));
        copyIn(at, piece);
        at += piece.byteSize();
        from.position(from.position() + (int) piece.byteSize());
      }
    }
  }

  private void copyIn(long offsetBytes, MemorySegment from) {
    context
        .driver()
        .check(
            "cuMemcpyHtoD_v2",
            api().memcpyHtoD(address + offsetBytes, from, from.byteSize()),
            () -> from.byteSize() + " bytes to " + offsetBytes + " of " + this);
    context.synchronize();
  }

  /** Fills all that remains in {@code into} from {@code offsetBytes}; zero bytes are allowed. */
  public void read(long offsetBytes, ByteBuffer into) {
    ready(offsetBytes, into.remaining());
    if (into.isReadOnly()) {
      throw new ReadOnlyBufferException();
    }
    if (!into.hasRemaining()) {
      return;
    }
    if (into.isDirect()) {
      copyOut(MemorySegment.ofBuffer(into), offsetBytes);
      into.position(into.limit());
    } else {
      readHeap(offsetBytes, into);
    }
  }

  private void readHeap(long offsetBytes, ByteBuffer into) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bounce = arena.allocate(Math.min(BOUNCE_BYTES, into.remaining()));
      long at = offsetBytes;
      while (into.hasRemaining()) {
        MemorySegment piece = bounce.asSlice(0, Math.min(bounce.byteSize(), into.remaining()));
        copyOut(piece, at);
        into.put(piece.asByteBuffer());
        at += piece.byteSize();
      }
    }
  }

  private void copyOut(MemorySegment into, long offsetBytes) {
    context
        .driver()
        .check(
            "cuMemcpyDtoH_v2",
            api().memcpyDtoH(into, address + offsetBytes, into.byteSize()),
            () -> into.byteSize() + " bytes from " + offsetBytes + " of " + this);
  }

  /**
   * Copies bytes to other memory of the same context, without the host; zero bytes are allowed.
   * Ranges that overlap, and memory of another context, are {@link IllegalArgumentException}.
   */
  public void copyTo(long offsetBytes, CudaMemory into, long intoOffsetBytes, long copiedBytes) {
    ready(offsetBytes, copiedBytes);
    into.checkRange(intoOffsetBytes, copiedBytes);
    if (into.context != context) {
      throw new IllegalArgumentException(into + " belongs to another context than " + this);
    }
    if (into == this && Math.abs(offsetBytes - intoOffsetBytes) < copiedBytes) {
      throw new IllegalArgumentException(
          copiedBytes + " bytes from " + offsetBytes + " to " + intoOffsetBytes + " overlap");
    }
    if (copiedBytes == 0) {
      return;
    }
    context
        .driver()
        .check(
            "cuMemcpyDtoD_v2",
            api().memcpyDtoD(into.address + intoOffsetBytes, address + offsetBytes, copiedBytes),
            () -> copiedBytes + " bytes from " + this + " to " + into);
    context.synchronize();
  }

  /** Makes every byte zero. */
  void zero() {
    ready(0, sizeBytes);
    context
        .driver()
        .check(
            "cuMemsetD8_v2", api().memsetD8(address, (byte) 0, sizeBytes), () -> "zeroing " + this);
    context.synchronize();
  }

  /** Checks the call, and readies the thread that makes it. */
  private void ready(long offsetBytes, long rangeBytes) {
    checkRange(offsetBytes, rangeBytes);
    context.makeCurrent();
  }

  private void checkRange(long offsetBytes, long rangeBytes) {
    if (isClosed) {
      throw new IllegalStateException(this + " is freed");
    }
    Objects.checkFromIndexSize(offsetBytes, rangeBytes, sizeBytes);
  }

  private CudaApi api() {
    return context.driver().api();
  }

  /**
   * Frees the memory. Closing twice is harmless: the driver hears of the first time only, also if
   * it refused then, since it may have given the address to somebody else since.
   */
  @Override
  public void close() {
    if (isClosed) {
      return;
    }
    context.makeCurrent();
    isClosed = true;
    context.forgetMemory();
    context.driver().check("cuMemFree_v2", api().memFree(address), () -> "freeing " + this);
  }

  /** Such as {@code VRAM:0 0x00007f0000000000+4096}. */
  @Override
  public String toString() {
    return "VRAM:%d 0x%016x+%d".formatted(context.ordinal(), address, sizeBytes);
  }
}
