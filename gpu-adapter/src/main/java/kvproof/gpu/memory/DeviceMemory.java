package kvproof.gpu.memory;

import java.nio.ByteBuffer;
import java.util.function.Supplier;
import kvproof.gpu.cuda.CudaException;
import kvproof.gpu.cuda.CudaMemory;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;

/** Bytes of a CUDA device, owned here; they are reached through copies and have no view. */
final class DeviceMemory extends OwnedMemory {
  private final CudaMemory bytes;

  DeviceMemory(ProcessMemory process, CudaMemory bytes) {
    super(
        process,
        new MemoryRegion(
            MemoryKind.VRAM, bytes.context().ordinal(), bytes.address(), bytes.sizeBytes()));
    this.bytes = bytes;
  }

  @Override
  protected void copyIn(long offsetBytes, ByteBuffer from) {
    translated(() -> bytes.write(offsetBytes, from));
  }

  @Override
  protected void copyOut(long offsetBytes, ByteBuffer into) {
    translated(() -> bytes.read(offsetBytes, into));
  }

  @Override
  protected ByteBuffer viewOf(long offsetBytes, int sizeBytes) {
    throw new UnsupportedOperationException(region() + " has no view; read and write copies");
  }

  /** NIXL asks the driver what an address is, in the context of the thread that registers it. */
  @Override
  protected void readyThread() {
    translated(bytes.context()::makeCurrent);
  }

  @Override
  protected void free() {
    translated(bytes::close);
  }

  static void translated(Runnable call) {
    translated(
        () -> {
          call.run();
          return true;
        });
  }

  /** What the driver refuses is an agent's failure to whoever uses its memory. */
  static <T> T translated(Supplier<T> call) {
    try {
      return call.get();
    } catch (CudaException failed) {
      throw new TransferException(
          failed.isOutOfMemory() ? Category.OUT_OF_MEMORY : Category.BACKEND,
          String.valueOf(failed.getMessage()));
    }
  }
}
