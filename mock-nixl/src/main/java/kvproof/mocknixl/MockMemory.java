package kvproof.mocknixl;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.TransferMemory;

/** Memory on the heap, under an address of the fabric. */
final class MockMemory implements TransferMemory {
  private final InProcessFabric fabric;
  private final MemoryRegion region;
  private final byte[] bytes;
  private boolean closed;

  MockMemory(InProcessFabric fabric, MemoryRegion region, byte[] bytes) {
    this.fabric = fabric;
    this.region = region;
    this.bytes = bytes;
  }

  @Override
  public MemoryRegion region() {
    return region;
  }

  @Override
  public void write(long offsetBytes, ByteBuffer from) {
    from.get(bytes, checkedOffset(offsetBytes, from.remaining()), from.remaining());
  }

  @Override
  public void read(long offsetBytes, ByteBuffer into) {
    into.put(bytes, checkedOffset(offsetBytes, into.remaining()), into.remaining());
  }

  @Override
  public ByteBuffer view(long offsetBytes, int sizeBytes) {
    return ByteBuffer.wrap(bytes, checkedOffset(offsetBytes, sizeBytes), sizeBytes)
        .slice()
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  private int checkedOffset(long offsetBytes, int lengthBytes) {
    if (closed) {
      throw new IllegalStateException("memory " + region + " is closed");
    }
    return (int) Objects.checkFromIndexSize(offsetBytes, lengthBytes, (long) bytes.length);
  }

  static void copy(MockMemory source, Descriptor from, MockMemory destination, Descriptor into) {
    System.arraycopy(
        source.bytes,
        (int) (from.address() - source.region.address()),
        destination.bytes,
        (int) (into.address() - destination.region.address()),
        (int) from.sizeBytes());
  }

  @Override
  public void close() {
    synchronized (fabric) {
      if (!closed) {
        fabric.free(this);
        closed = true;
      }
    }
  }
}
