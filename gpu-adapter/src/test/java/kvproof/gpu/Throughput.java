package kvproof.gpu;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.TreeMap;
import kvproof.gpu.capi.LibraryLoader;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferStatus;
import kvproof.testkit.SeededRandom;

/**
 * A program that times copies through the adapter beside the same copies made from C: the same
 * request of the library, posted and polled in a loop of {@code nixl_rounds.c} without Java.
 *
 * <p>Each round takes both, and C once more for the noise, in a new order. A line says the median
 * time of a copy, the median over the rounds of the adapter's time by C's, and that of what it
 * takes more, each with its {@link Estimate 95 % interval}. Exit code 1 if a ratio is certainly
 * above 1.05 for copies of 1 MiB or more. Run by {@code gpu-adapter/throughput}.
 */
final class Throughput {
  /** How many copies a round makes, by size. */
  private static final SequencedMap<Integer, Integer> COPIES_BY_BYTES =
      new TreeMap<>(
          java.util.Map.of(4 << 10, 1000, 64 << 10, 400, 1 << 20, 60, 4 << 20, 15, 16 << 20, 5));

  private static final int MOST_BYTES = 16 << 20;

  /** From this size on the adapter has to be as fast as C. */
  private static final int GATED_BYTES = 1 << 20;

  /** What a 95 % interval of the ratio has to reach down to. */
  private static final double MOST_RATIO = 1.05;

  private final MethodHandle rounds;
  private final MemorySegment post;
  private final MemorySegment status;
  private final SeededRandom random = new SeededRandom(7);

  /** One way to make copies. */
  private interface Loop {
    long nanos(int copies) throws Throwable;
  }

  private Throughput(SymbolLookup loop, SymbolLookup nixl) {
    this.rounds =
        Linker.nativeLinker()
            .downcallHandle(
                loop.findOrThrow("nixl_rounds"),
                FunctionDescriptor.of(JAVA_LONG, ADDRESS, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG));
    this.post = nixl.findOrThrow("nixl_capi_post_xfer_req");
    this.status = nixl.findOrThrow("nixl_capi_get_xfer_status");
  }

  /** {@code Throughput nixl_rounds.so ROUNDS}. */
  public static void main(String[] arguments) throws Throwable {
    LoadedNixl library = NixlUnderTest.library();
    System.out.println(library + ", UCX_TLS=" + System.getenv().getOrDefault("UCX_TLS", "default"));
    var throughput =
        new Throughput(
            LibraryLoader.load(Path.of(arguments[0]), Arena.global()),
            LibraryLoader.load(library.library().file(), Arena.global()));
    try (NixlFabric fabric = new NixlFabric(library);
        NixlTransferAgent near = fabric.agent("near");
        NixlTransferAgent far = fabric.agent("far");
        TransferMemory from = near.allocate(MemoryKind.DRAM, MOST_BYTES);
        TransferMemory into = far.allocate(MemoryKind.DRAM, MOST_BYTES)) {
      near.register(List.of(from.region()));
      far.register(List.of(into.region()));
      near.load(far.metadata());
      boolean isFast = true;
      for (TransferOperation operation : TransferOperation.values()) {
        for (int sizeBytes : COPIES_BY_BYTES.keySet()) {
          try (PreparedDescriptors local =
                  near.prepareLocal(List.of(from.region().slice(0, sizeBytes)));
              PreparedDescriptors remote =
                  near.prepareRemote("far", List.of(into.region().slice(0, sizeBytes)));
              NixlRequest request = (NixlRequest) near.request(operation, local, remote)) {
            isFast &=
                throughput.compare(
                    operation, sizeBytes, near, request, Integer.parseInt(arguments[1]));
          }
        }
      }
      near.close();
      far.close();
      System.out.println(
          "THROUGHPUT most=" + MOST_RATIO + " from_bytes=" + GATED_BYTES + " passed=" + isFast);
      if (!isFast) {
        System.exit(1);
      }
    }
  }

  /** Whether the adapter was as fast as it has to be. */
  private boolean compare(
      TransferOperation operation,
      int sizeBytes,
      NixlTransferAgent agent,
      NixlRequest request,
      int count)
      throws Throwable {
    int copies = COPIES_BY_BYTES.get(sizeBytes);
    MemorySegment agentHandle = segment(agent.library(), "agent");
    MemorySegment requestHandle = segment(request, "handle");
    Loop java = wanted -> nanos(request, wanted);
    Loop c = wanted -> nanos(agentHandle, requestHandle, wanted);
    List<Loop> loops = List.of(java, c, c);
    double[][] micros = new double[loops.size()][count];
    for (int round = -count / 4; round < count; round++) {
      for (int loop : shuffled(loops.size())) {
        double each = loops.get(loop).nanos(copies) / 1e3 / copies;
        if (round >= 0) { // the others warm up
          micros[loop][round] = each;
        }
      }
    }
    Estimate ratio = Estimate.ofRatios(micros[0], micros[1], random);
    boolean isSlow = sizeBytes >= GATED_BYTES && ratio.isCertainlyAbove(MOST_RATIO);
    System.out.println(line(operation, sizeBytes, micros, ratio) + (isSlow ? "  TOO SLOW" : ""));
    return !isSlow;
  }

  private String line(
      TransferOperation operation, int sizeBytes, double[][] micros, Estimate ratio) {
    double java = Estimate.median(micros[0]);
    double c = Estimate.median(micros[1]);
    return String.format(
        Locale.ROOT,
        "%-5s %6d KiB  adapter %9.2f us %6.2f GB/s  c %9.2f us %6.2f GB/s  ratio %s  c by c %s"
            + "  more %s us",
        operation,
        sizeBytes >> 10,
        java,
        sizeBytes / java / 1e3,
        c,
        sizeBytes / c / 1e3,
        ratio,
        Estimate.ofRatios(micros[2], micros[1], random),
        Estimate.ofDifferences(micros[0], micros[1], random));
  }

  private List<Integer> shuffled(int size) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      order.add(random.below(order.size() + 1), i);
    }
    return order;
  }

  private static long nanos(NixlRequest request, int copies) {
    long start = System.nanoTime();
    for (int copy = 0; copy < copies; copy++) {
      request.post();
      TransferStatus now = request.poll();
      while (now instanceof TransferStatus.Pending) {
        now = request.poll();
      }
      if (!(now instanceof TransferStatus.Done)) {
        throw new AssertionError("a copy ended as " + now);
      }
    }
    return System.nanoTime() - start;
  }

  private long nanos(MemorySegment agent, MemorySegment request, int copies) throws Throwable {
    long nanos = (long) rounds.invokeExact(post, status, agent, request, (long) copies);
    if (nanos < 0) {
      throw new AssertionError("a copy from C failed");
    }
    return nanos;
  }

  /** The library's handle, which the adapter shows nobody. */
  private static MemorySegment segment(Object owner, String field)
      throws ReflectiveOperationException {
    Field declared = owner.getClass().getDeclaredField(field);
    declared.setAccessible(true);
    return (MemorySegment) declared.get(owner);
  }
}
