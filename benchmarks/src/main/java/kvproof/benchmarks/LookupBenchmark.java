package kvproof.benchmarks;

import java.util.Arrays;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.ReferenceRouter;
import kvproof.router.Selection;
import kvproof.testkit.SeededRandom;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * One look-up of a whole prompt and the choice of a source for every rank, without cost or load.
 *
 * <p>Run: {@code java -jar benchmarks/target/benchmarks.jar LookupBenchmark -prof gc}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class LookupBenchmark {
  private static final int BLOCKS = 256;

  @Param({"8", "1024"})
  int workers;

  private ReferenceRouter router;
  private Selection selection;
  private long[] prompt;
  private int[] targets;

  @Setup
  public void fill() {
    var random = new SeededRandom(42);
    router = new ReferenceRouter();
    selection = router.newSelection();
    prompt = new long[BLOCKS];
    for (int position = 0; position < BLOCKS; position++) {
      prompt[position] = random.nextLong();
    }
    targets = new int[workers];
    for (int worker = 0; worker < workers; worker++) {
      var rank = new WorkerWithDpRank(worker, 0);
      targets[worker] = router.numberOf(rank);
      int held = random.below(BLOCKS + 1);
      if (held > 0) {
        BlockHashes hashes = BlockHashes.of(Arrays.copyOf(prompt, held));
        router.apply(new Stored(rank, StorageTier.DEVICE, OptionalLong.empty(), hashes, hashes));
      }
    }
  }

  @Benchmark
  public int lookUpAndChoose() {
    router.select(prompt, BLOCKS, targets, workers, selection);
    return selection.chooser().end(0);
  }
}
