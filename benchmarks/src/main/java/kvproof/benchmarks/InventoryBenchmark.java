package kvproof.benchmarks;

import java.util.concurrent.TimeUnit;
import kvproof.benchmarks.fixture.FilledRouter;
import kvproof.benchmarks.fixture.InventoryCheck;
import kvproof.benchmarks.fixture.InventoryFixture;
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
 * Look-up, discovery, source summary and choice for every target, over the fifteen inventories.
 *
 * <p>Each is held against the oracle before it is timed. Run: {@code java -jar
 * benchmarks/target/benchmarks.jar InventoryBenchmark -prof gc}
 */
@State(Scope.Benchmark)
@BenchmarkMode({Mode.AverageTime, Mode.SampleTime})
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class InventoryBenchmark {
  @Param InventoryFixture inventory;

  private FilledRouter router;

  @Setup
  public void fill() {
    router = new FilledRouter(inventory.inventory());
    InventoryCheck.check(router);
  }

  /** With the device match given, as the published figures are taken. */
  @Benchmark
  public int lookUpAndChoose() {
    return router.lookUpAndChoose();
  }

  /** The device match as well. */
  @Benchmark
  public int matchLookUpAndChoose() {
    return router.matchLookUpAndChoose();
  }
}
