package kvproof.benchmarks;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import kvproof.mocknixl.InProcessFabric;
import kvproof.mocknixl.MockNixlAgent;
import kvproof.mocknixl.worker.BlockContent;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One block written from one agent's memory into another's, posted and polled to its end, beside a
 * plain copy between the same two places; bytes per second are the block's size over the time. Run:
 * {@code java -jar benchmarks.jar TransferBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TransferBenchmark {
  private static final long HASH = 0x0123_4567_89ab_cdefL;

  @Param({"4096", "65536", "1048576", "16777216"})
  int blockBytes;

  MockNixlAgent near;
  MockNixlAgent far;
  TransferMemory from;
  TransferMemory into;
  ByteBuffer source;
  ByteBuffer destination;
  TransferRequest request;

  /** A real block at the near agent, and room for it at the far one. */
  @Setup
  public void open() {
    InProcessFabric fabric = new InProcessFabric();
    near = fabric.agent("near");
    far = fabric.agent("far");
    from = near.allocate(MemoryKind.DRAM, blockBytes);
    into = far.allocate(MemoryKind.DRAM, blockBytes);
    source = from.view(0, blockBytes);
    destination = into.view(0, blockBytes);
    new BlockContent(blockBytes).fill(HASH, source);
    near.register(List.of(from.region()));
    far.register(List.of(into.region()));
    near.load(far.metadata());
    request =
        near.request(
            TransferOperation.WRITE,
            near.prepareLocal(List.of(whole(from))),
            near.prepareRemote("far", List.of(whole(into))));
  }

  private static Descriptor whole(TransferMemory memory) {
    return memory.region().whole();
  }

  /** Whatever was measured has brought every byte. */
  @TearDown
  public void checkAndClose() {
    boolean isRight = new BlockContent(blockBytes).check(HASH, destination).isRight();
    request.close();
    near.close();
    far.close();
    from.close();
    into.close();
    if (!isRight) {
      throw new IllegalStateException("the block did not arrive");
    }
  }

  @Benchmark
  public TransferStatus writeBlock() {
    request.post();
    TransferStatus status = request.poll();
    while (status instanceof TransferStatus.Pending) {
      status = request.poll();
    }
    return status;
  }

  /** The baseline. */
  @Benchmark
  public ByteBuffer copyBlock() {
    return destination.put(0, source, 0, blockBytes);
  }
}
