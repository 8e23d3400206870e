package kvproof.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import kvproof.testkit.transfer.NearAndFar;
import org.junit.jupiter.api.Test;

/**
 * Memory is allocated, registered, copied, notified of and given back again and again; what the
 * process has resident stays as it is. The main method does it 10,000 times and prints figures.
 */
@OnNixl
class CyclesTest {
  private static final int SIZE_BYTES = 1 << 20;
  private static final int CYCLES = 1_500;
  private static final int WARM_UP = 1_000;

  /** What a leak of one handle of 100 bytes or one page in a hundred cycles does not reach. */
  private static final long MOST_GROWTH_KIB = 4 * 1024;

  @Test
  void cyclesLeaveNativeMemoryAsItWas() throws IOException {
    List<Long> resident = residentKib(WARM_UP, CYCLES);

    assertThat(resident.getLast() - resident.getFirst()).isLessThan(MOST_GROWTH_KIB);
  }

  /** A leak of 4 KiB a cycle is seen: the check can fail. */
  @Test
  void memoryThatIsNotGivenBackIsSeen() throws IOException {
    List<TransferMemory> kept = new ArrayList<>();
    try (NixlFabric fabric = new NixlFabric(NixlUnderTest.library());
        TransferAgent near = fabric.agent("near")) {
      long before = residentKib();
      for (int cycle = 0; cycle < CYCLES; cycle++) {
        TransferMemory memory = near.allocate(MemoryKind.DRAM, 4096);
        memory.view(0, 8).putLong(cycle);
        near.register(List.of(memory.region()));
        kept.add(memory);
      }
      assertThat(residentKib() - before).isGreaterThan(MOST_GROWTH_KIB);
      near.close();
    }
    kept.forEach(TransferMemory::close);
  }

  /** After the warm-up and after every tenth of the cycles. */
  private static List<Long> residentKib(int warmUp, int cycles) throws IOException {
    List<Long> resident = new ArrayList<>();
    try (NixlFabric fabric = new NixlFabric(NixlUnderTest.library());
        TransferAgent near = fabric.agent("near");
        TransferAgent far = fabric.agent("far")) {
      for (int cycle = 0; cycle < warmUp; cycle++) {
        cycle(near, far);
      }
      resident.add(residentKib());
      for (int part = 0; part < 10; part++) {
        for (int cycle = 0; cycle < cycles / 10; cycle++) {
          cycle(near, far);
        }
        resident.add(residentKib());
      }
      near.close();
      far.close();
    }
    return resident;
  }

  private static void cycle(TransferAgent near, TransferAgent far) {
    try (TransferMemory from = near.allocate(MemoryKind.DRAM, SIZE_BYTES);
        TransferMemory into = far.allocate(MemoryKind.DRAM, SIZE_BYTES)) {
      near.register(List.of(from.region()));
      far.register(List.of(into.region()));
      near.load(far.metadata());
      from.view(0, 8).putLong(from.region().address());
      try (PreparedDescriptors local = near.prepareLocal(List.of(from.region().whole()));
          PreparedDescriptors remote = near.prepareRemote("far", List.of(into.region().whole()));
          TransferRequest request = near.request(TransferOperation.WRITE, local, remote)) {
        request.post(new byte[] {1});
        if (!NearAndFar.ended(request).equals(new TransferStatus.Done())
            || into.view(0, 8).getLong() != from.region().address()) {
          throw new AssertionError("the copy did not arrive");
        }
      }
      NearAndFar.arrivedAt(far, 1);
      near.forget("far");
      near.deregister(List.of(from.region()));
      far.deregister(List.of(into.region()));
    }
  }

  private static long residentKib() throws IOException {
    System.gc();
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElseThrow();
  }

  /** {@code CyclesTest 10000}: resident KiB after the warm-up and after each tenth. */
  public static void main(String[] arguments) throws IOException {
    System.out.println("resident KiB: " + residentKib(WARM_UP, Integer.parseInt(arguments[0])));
  }
}
