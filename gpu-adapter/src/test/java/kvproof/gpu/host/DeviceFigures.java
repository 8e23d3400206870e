package kvproof.gpu.host;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import kvproof.gpu.NixlFabricProvider;
import kvproof.gpu.cuda.CudaContext;
import kvproof.gpu.cuda.CudaDriver;
import kvproof.gpu.cuda.CudaException;
import kvproof.gpu.cuda.CudaMemory;
import kvproof.gpu.cuda.CudaMissingException;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferFabric;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferStatus;

/**
 * How fast bytes go to a device and back, and from agent to agent by NIXL: the median of some
 * rounds, after two that do not count. What needs a GPU is left out, in one line, without one; with
 * {@code --must-run} that is a failure.
 */
public final class DeviceFigures {
  private static final int WARM_ROUNDS = 2;
  private static final int ROUNDS = 9;
  private static final List<Integer> SIZES = List.of(4 << 10, 1 << 20, 16 << 20, 64 << 20);
  private static final long PATIENCE_NANOS = 20_000_000_000L;

  private interface Copy {
    void run();
  }

  private DeviceFigures() {}

  /** Prints one line for each way and size. */
  public static void main(String[] args) {
    boolean mustRun = List.of(args).contains("--must-run");
    boolean isWhole = driverCopies(() -> CudaDriver.load(CudaDriver.library(System.getenv())));
    for (MemoryKind from : MemoryKind.values()) {
      for (MemoryKind into : MemoryKind.values()) {
        isWhole &= nixlWrites(from, into);
      }
    }
    if (mustRun && !isWhole) {
      System.out.println("figures that must be had were left out");
      System.exit(1);
    }
  }

  /** Whether nothing was left out. */
  static boolean driverCopies(Supplier<CudaDriver> driver) {
    try (CudaContext context = driver.get().open(0)) {
      SIZES.forEach(size -> driverCopies(context, size));
      return true;
    } catch (CudaMissingException | CudaException none) {
      System.out.println("figures of a GPU left out: " + none.getMessage());
      return false;
    }
  }

  private static void driverCopies(CudaContext context, int size) {
    ByteBuffer host = ByteBuffer.allocateDirect(size);
    try (CudaMemory one = context.allocate(size);
        CudaMemory other = context.allocate(size)) {
      print("driver, host to device", size, () -> one.write(0, host.clear()));
      print("driver, device to host", size, () -> one.read(0, host.clear()));
      print("driver, within the device", size, () -> one.copyTo(0, other, 0, size));
    }
  }

  private static boolean nixlWrites(MemoryKind from, MemoryKind into) {
    try (TransferFabric fabric = new NixlFabricProvider().open(Map.of());
        TransferAgent near = fabric.agent("near");
        TransferAgent far = fabric.agent("far")) {
      for (int size : SIZES) {
        nixlWrite(near, far, from, into, size);
      }
      return true;
    } catch (TransferException refused) {
      System.out.printf(
          "nixl, %s to %s left out: %s%n",
          from, into, String.valueOf(refused.getMessage()).lines().findFirst().orElse(""));
      return false;
    }
  }

  private static void nixlWrite(
      TransferAgent near, TransferAgent far, MemoryKind from, MemoryKind into, int size) {
    try (TransferMemory source = near.allocate(from, size);
        TransferMemory target = far.allocate(into, size)) {
      near.register(List.of(source.region()));
      far.register(List.of(target.region()));
      near.load(far.metadata());
      try (var local = near.prepareLocal(List.of(source.region().whole()));
          var remote = near.prepareRemote("far", List.of(target.region().whole()));
          var request = near.request(TransferOperation.WRITE, local, remote)) {
        print(
            "nixl, " + from + " to " + into,
            size,
            () -> {
              request.post();
              requireDone(request::poll);
            });
      } finally {
        near.forget("far");
        near.deregister(List.of(source.region()));
        far.deregister(List.of(target.region()));
      }
    }
  }

  private static void requireDone(Supplier<TransferStatus> poll) {
    long start = System.nanoTime();
    TransferStatus status = poll.get();
    while (status instanceof TransferStatus.Pending) {
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        throw new IllegalStateException("a copy has not ended after 20 s");
      }
      Thread.onSpinWait();
      status = poll.get();
    }
    if (!(status instanceof TransferStatus.Done)) {
      throw new IllegalStateException("a copy ended with " + status);
    }
  }

  private static void print(String way, int size, Copy copy) {
    long[] nanos = new long[ROUNDS];
    for (int round = -WARM_ROUNDS; round < ROUNDS; round++) {
      long start = System.nanoTime();
      copy.run();
      if (round >= 0) {
        nanos[round] = System.nanoTime() - start;
      }
    }
    Arrays.sort(nanos);
    long median = nanos[ROUNDS / 2];
    System.out.printf(
        Locale.ROOT,
        "%-28s %8d KiB  %9.1f us  %7.2f GB/s%n",
        way,
        size >> 10,
        median / 1e3,
        (double) size / median);
  }
}
