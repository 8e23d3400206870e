package kvproof.gpu;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import kvproof.testkit.transfer.JvmProcess;
import kvproof.testkit.transfer.NearAndFar;

/**
 * A program that allocates, registers, copies, notifies and gives back, so many times, and prints
 * what it has after every tenth: a line of what malloc has given out and not had back, in bytes,
 * and one of what is resident, in KiB. The third argument is a planted leak of so many bytes a
 * cycle.
 *
 * <p>Run: {@code java Cycles 10000 0}. The JVM's own memory must not move meanwhile: {@link
 * #process} says how.
 */
final class Cycles {
  static final int PARTS = 10;

  private static final int SIZE_BYTES = 1 << 20;

  /** What is in use for a moment alone is in the least of so many looks at most once. */
  private static final int LOOKS = 20;

  private Cycles() {}

  /** A JVM whose heap is all there from the beginning. */
  static ProcessBuilder process(int cycles, int leakBytes) {
    ProcessBuilder builder =
        JvmProcess.of(Cycles.class, Integer.toString(cycles), Integer.toString(leakBytes));
    builder.command().remove("-Xmx256m");
    builder
        .command()
        .addAll(
            1,
            List.of(
                "-XX:+UseSerialGC",
                "-Xms48m",
                "-Xmx48m",
                "-XX:+AlwaysPreTouch",
                "-XX:TieredStopAtLevel=1"));
    return builder;
  }

  public static void main(String[] arguments) throws IOException {
    int cyclesOfPart = Integer.parseInt(arguments[0]) / PARTS;
    int leakBytes = Integer.parseInt(arguments[1]);
    long[] mallocBytes = new long[PARTS];
    long[] residentKib = new long[PARTS];
    try (NixlFabric fabric = new NixlFabric(NixlUnderTest.library());
        TransferAgent near = fabric.agent("near");
        TransferAgent far = fabric.agent("far")) {
      for (int part = 0; part < PARTS; part++) {
        mallocBytes[part] = Long.MAX_VALUE;
        for (int cycle = 1; cycle <= cyclesOfPart; cycle++) {
          cycle(near, far);
          if (leakBytes > 0) {
            Arena.global().allocate(leakBytes).fill((byte) 1);
          }
          if (cycle > cyclesOfPart - LOOKS) {
            mallocBytes[part] = Math.min(mallocBytes[part], MallocUse.bytes());
          }
        }
        residentKib[part] = residentKib();
      }
      near.close();
      far.close();
    }
    System.out.println(line(mallocBytes));
    System.out.println(line(residentKib));
  }

  private static String line(long[] numbers) {
    return LongStream.of(numbers).mapToObj(Long::toString).collect(Collectors.joining(" "));
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
      near.deregister(List.of(from.region()));
      far.deregister(List.of(into.region()));
    }
  }

  private static long residentKib() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElseThrow();
  }
}
