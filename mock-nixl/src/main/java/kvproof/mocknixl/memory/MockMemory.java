package kvproof.mocknixl.memory;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.TransferMemory;

/** Memory under an address of the process. */
final class MockMemory implements TransferMemory {
  private final ProcessMemory process;
  private final MemoryRegion region;
  private final Storage storage;

  /** One entry for each registered part: the agent that has it. Guarded by {@link #process}. */
  private final List<String> holders = new ArrayList<>(1);

  private volatile boolean closed;

  MockMemory(ProcessMemory process, MemoryRegion region, Storage storage) {
    this.process = process;
    this.region = region;
    this.storage = storage;
  }

  @Override
  public MemoryRegion region() {
    return region;
  }

  @Override
  public void write(long offsetBytes, ByteBuffer from) {
    MemorySegment.copy(
        MemorySegment.ofBuffer(from), 0, open(), offsetBytes, checked(offsetBytes, from));
    from.position(from.limit());
  }

  @Override
  public void read(long offsetBytes, ByteBuffer into) {
    MemorySegment.copy(
        open(), offsetBytes, MemorySegment.ofBuffer(into), 0, checked(offsetBytes, into));
    into.position(into.limit());
  }

  @Override
  public ByteBuffer view(long offsetBytes, int sizeBytes) {
    if (region.kind() == MemoryKind.VRAM) {
      throw new UnsupportedOperationException(region + " has no view; read and write copies");
    }
    return open().asSlice(offsetBytes, sizeBytes).asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }

  /** The bytes of a descriptor that lies in this memory. */
  MemorySegment slice(Descriptor part) {
    return open().asSlice(part.address() - region.address(), part.sizeBytes());
  }

  List<String> holders() {
    return holders;
  }

  private int checked(long offsetBytes, ByteBuffer other) {
    Objects.checkFromIndexSize(offsetBytes, other.remaining(), region.sizeBytes());
    return other.remaining();
  }

  private MemorySegment open() {
    if (closed) {
      throw new IllegalStateException("memory " + region + " is closed");
    }
    return storage.bytes();
  }

  @Override
  public void close() {
    synchronized (process) {
      if (!closed) {
        process.free(this);
        closed = true;
        storage.close();
      }
    }
  }
}
