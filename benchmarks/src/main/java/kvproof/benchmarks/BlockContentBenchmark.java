package kvproof.benchmarks;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import kvproof.mocknixl.InProcessFabric;
import kvproof.mocknixl.worker.BlockContent;
import kvproof.mocknixl.worker.ContentFinding;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.TransferMemory;
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
 * Filling and judging one block in an agent's memory, beside a plain copy of as many bytes; bytes
 * per second are the block's size over the time. Run: {@code java -jar benchmarks.jar
 * BlockContentBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class BlockContentBenchmark {
  private static final long HASH = 0x0123_4567_89ab_cdefL;

  @Param({"4096", "65536", "4194304"})
  int blockBytes;

  InProcessFabric fabric;
  TransferMemory memory;
  BlockContent content;
  List<ByteBuffer> block;
  List<ByteBuffer> copy;

  /** A block of three parts, and room for a copy of it. */
  @Setup
  public void fill() {
    fabric = new InProcessFabric();
    memory = fabric.agent("bench").allocate(MemoryKind.DRAM, 2L * blockBytes);
    content = new BlockContent(blockBytes);
    block = parts(0);
    copy = parts(blockBytes);
    content.fill(HASH, block);
  }

  private List<ByteBuffer> parts(long offsetBytes) {
    int quarter = blockBytes / 4;
    return List.of(
        memory.view(offsetBytes, quarter),
        memory.view(offsetBytes + quarter, quarter),
        memory.view(offsetBytes + 2L * quarter, 2 * quarter));
  }

  @TearDown
  public void free() {
    memory.close();
  }

  @Benchmark
  public List<ByteBuffer> fillBlock() {
    content.fill(HASH, block);
    return block;
  }

  @Benchmark
  public ContentFinding checkBlock() {
    return content.check(HASH, block);
  }

  /** As before a fetch into a slot that some other block has left. */
  @Benchmark
  public List<ByteBuffer> eraseOtherBlock() {
    content.erase(HASH + 1, block);
    return block;
  }

  /** The baseline. */
  @Benchmark
  public List<ByteBuffer> copyBlock() {
    for (int part = 0; part < block.size(); part++) {
      ByteBuffer from = block.get(part);
      copy.get(part).put(0, from, 0, from.limit());
    }
    return copy;
  }
}
