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
import java.util.Arrays;
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
 * time of a copy, and the median over the rounds of the adapter's time by C's, with its 95 %
 * interval (bootstrap over the rounds). Run by {@code gpu-adapter/throughput}.
 */
final class Throughput {
  /** How many copies a round makes, by size. */
  private static final SequencedMap<Integer, Integer> COPIES_BY_BYTES =
      new TreeMap<>(
          java.util.Map.of(4 << 10, 1000, 64 << 10, 400, 1 << 20, 60, 4 << 20, 15, 16 << 20, 5));

  private static final int MOST_BYTES = 16 << 20;
  private static final int REDRAWS = 4_000;

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
      for (TransferOperation operation : TransferOperation.values()) {
        for (int sizeBytes : COPIES_BY_BYTES.keySet()) {
          try (PreparedDescriptors local =
                  near.prepareLocal(List.of(from.region().slice(0, sizeBytes)));
              PreparedDescriptors remote =
                  near.prepareRemote("far", List.of(into.region().slice(0, sizeBytes)));
              NixlRequest request = (NixlRequest) near.request(operation, local, remote)) {
            throughput.compare(operation, sizeBytes, near, request, Integer.parseInt(arguments[1]));
          }
        }
      }
      near.close();
      far.close();
    }
  }

  private void compare(
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
    System.out.println(line(operation, sizeBytes, micros));
  }

  private String line(TransferOperation operation, int sizeBytes, double[][] micros) {
    double java = median(micros[0]);
    double c = median(micros[1]);
    return String.format(
        Locale.ROOT,
        "%-5s %6d KiB  adapter %9.2f us %6.2f GB/s  c %9.2f us %6.2f GB/s  ratio %s  c by c %s",
        operation,
        sizeBytes >> 10,
        java,
        sizeBytes / java / 1e3,
        c,
        sizeBytes / c / 1e3,
        ratio(micros[0], micros[1]),
        ratio(micros[2], micros[1]));
  }

  private String ratio(double[] one, double[] other) {
    double[] ratios = new double[one.length];
    Arrays.setAll(ratios, round -> one[round] / other[round]);
    double[] medians = new double[REDRAWS];
    Arrays.setAll(medians, redraw -> median(redrawn(ratios)));
    Arrays.sort(medians);
    return String.format(
        Locale.ROOT,
        "%.3f [%.3f, %.3f]",
        median(ratios),
        medians[REDRAWS / 40],
        medians[REDRAWS - 1 - REDRAWS / 40]);
  }

  private double[] redrawn(double[] values) {
    double[] redrawn = new double[values.length];
    Arrays.setAll(redrawn, i -> values[random.below(values.length)]);
    return redrawn;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
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
