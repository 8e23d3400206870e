package kvproof.soak.doctor;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferFabric;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;

/** One copy between two agents of this process, looked at byte by byte. */
final class TransferTrial {
  static final int SIZE_BYTES = 1 << 16;

  private static final long PATIENCE_NANOS = Duration.ofSeconds(20).toNanos();
  private static final long NAP_NANOS = 50_000;

  private final TransferFabric fabric;
  private final LongSupplier nanoClock;

  TransferTrial(TransferFabric fabric, LongSupplier nanoClock) {
    this.fabric = fabric;
    this.nanoClock = nanoClock;
  }

  /**
   * Writes from memory of that kind into memory of that kind. {@link IllegalStateException} says
   * what went wrong, or {@link kvproof.model.transfer.TransferException} what was refused.
   */
  void run(MemoryKind kind) {
    try (TransferAgent near = fabric.agent("doctor-near");
        TransferAgent far = fabric.agent("doctor-far")) {
      run(near, far, kind);
    }
  }

  private void run(TransferAgent near, TransferAgent far, MemoryKind kind) {
    // Closed from the last to the first: agents let the memory go, and only then is it freed.
    try (TransferMemory from = near.allocate(kind, SIZE_BYTES);
        TransferMemory into = far.allocate(kind, SIZE_BYTES);
        near;
        far) {
      from.write(0, pattern());
      near.register(List.of(from.region()));
      far.register(List.of(into.region()));
      near.load(far.metadata());
      copy(near, from, far.name(), into);
      compare(into);
    }
  }

  private void copy(TransferAgent near, TransferMemory from, String far, TransferMemory into) {
    try (var local = near.prepareLocal(List.of(from.region().whole()));
        var remote = near.prepareRemote(far, List.of(into.region().whole()));
        TransferRequest request = near.request(TransferOperation.WRITE, local, remote)) {
      request.post();
      TransferStatus status = ended(request);
      if (!(status instanceof TransferStatus.Done)) {
        throw new IllegalStateException("the copy ended with " + status);
      }
    }
  }

  private TransferStatus ended(TransferRequest request) {
    long start = nanoClock.getAsLong();
    TransferStatus status = request.poll();
    while (status instanceof TransferStatus.Pending) {
      if (nanoClock.getAsLong() - start > PATIENCE_NANOS) {
        throw new IllegalStateException("the copy has not ended after 20 s");
      }
      LockSupport.parkNanos(NAP_NANOS);
      status = request.poll();
    }
    return status;
  }

  private static ByteBuffer pattern() {
    ByteBuffer bytes = ByteBuffer.allocate(SIZE_BYTES);
    for (int i = 0; i < SIZE_BYTES; i++) {
      bytes.put((byte) (i * 31 + (i >>> 8)));
    }
    return bytes.flip();
  }

  private static void compare(TransferMemory memory) {
    ByteBuffer seen = ByteBuffer.allocate(SIZE_BYTES);
    memory.read(0, seen);
    int differing = pattern().mismatch(seen.flip());
    if (differing >= 0) {
      throw new IllegalStateException("byte " + differing + " of the copy is wrong");
    }
  }
}
