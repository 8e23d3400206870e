package kvproof.benchmarks;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import kvproof.model.Admission;
import kvproof.model.BlockHashes;
import kvproof.model.CostWeights;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.QueueOrder;
import kvproof.model.QueueProfile;
import kvproof.model.SchedulableWorker;
import kvproof.model.SchedulerSettings;
import kvproof.model.SchedulingDecision.Answered;
import kvproof.model.SchedulingDecision.Chosen;
import kvproof.model.SchedulingDecision.Refused;
import kvproof.model.SelectionRequest;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.ReferenceRouter;
import kvproof.router.policy.DefaultPolicy;
import kvproof.router.queue.BookingLease;
import kvproof.router.queue.Submission;
import kvproof.router.queue.VirtualClock;
import kvproof.router.selection.BookClaims;
import kvproof.router.selection.EventIndex;
import kvproof.router.selection.Partition;
import kvproof.router.selection.PartitionIndex;
import kvproof.router.selection.PartitionResources;
import kvproof.router.selection.PartitionSettings;
import kvproof.router.selection.SelectionListener;
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
import org.openjdk.jmh.infra.Blackhole;

/**
 * One whole selection by the default policy: look-up, source of every rank, load, cost, pick.
 * Nothing is booked, so that every call meets the same state.
 *
 * <p>Run: {@code java -jar benchmarks/target/benchmarks.jar SelectionBenchmark -prof gc}
 */
@State(Scope.Benchmark)
@BenchmarkMode({Mode.AverageTime, Mode.SampleTime})
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class SelectionBenchmark {
  private static final int BLOCK = 16;
  private static final int BLOCKS = 64;

  @Param({"8", "1024"})
  int workers;

  private Partition partition;
  private SelectionRequest booking;
  private SelectionRequest query;

  /** Every worker holds some of the prompt on two tiers, and one request runs on each. */
  @Setup
  public void fill() {
    var random = new SeededRandom(42);
    BlockHashes prompt = hashes(random, BLOCKS);
    var router = new ReferenceRouter();
    partition = open(router);
    for (int worker = 0; worker < workers; worker++) {
      var rank = new WorkerWithDpRank(worker, 0);
      int held = 1 + random.below(BLOCKS / 2);
      store(router, rank, StorageTier.DEVICE, prompt, 0, held);
      store(router, rank, StorageTier.HOST_PINNED, prompt, held, held + random.below(BLOCKS / 4));
    }
    partition.replaceWorkers(IntStream.range(0, workers).mapToObj(SchedulableWorker::of).toList());
    for (int request = 0; request < workers; request++) {
      BlockHashes other = hashes(random, 1 + random.below(BLOCKS));
      partition.submit(
          Submission.of(
              SelectionRequest.of("r" + request, Admission.BOOK, other, other.size() * BLOCK)),
          new Nobody());
    }
    booking = SelectionRequest.of("booking", Admission.BOOK, prompt, BLOCKS * BLOCK);
    query = SelectionRequest.of("query", Admission.QUERY, prompt, BLOCKS * BLOCK);
  }

  private static BlockHashes hashes(SeededRandom random, int count) {
    long[] drawn = new long[count];
    Arrays.setAll(drawn, position -> random.nextLong());
    return BlockHashes.of(drawn);
  }

  private static Partition open(ReferenceRouter router) {
    PartitionResources resources =
        new PartitionResources() {
          @Override
          public PartitionIndex openIndex(VirtualClock clock) {
            return new EventIndex(router);
          }
        };
    return Partition.open(
        PartitionSettings.ofDefaults(
            new SchedulerSettings(
                BLOCK,
                true,
                CostWeights.defaults(),
                0,
                true,
                QueueProfile.synthetic(OptionalDouble.empty(), QueueOrder.FCFS),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                42)),
        DefaultPolicy.factory(),
        resources,
        new BookClaims(),
        warning -> {
          throw new AssertionError(warning);
        });
  }

  private static void store(
      ReferenceRouter router,
      WorkerWithDpRank rank,
      StorageTier tier,
      BlockHashes prompt,
      int start,
      int end) {
    if (start < end) {
      OptionalLong parent =
          start == 0 ? OptionalLong.empty() : OptionalLong.of(prompt.at(start - 1));
      BlockHashes stored = BlockHashes.of(Arrays.copyOfRange(prompt.toArray(), start, end));
      router.apply(new Stored(rank, tier, parent, stored, stored));
    }
  }

  /** As a booking is chosen: a source for every rank, fetch credit in the cost. */
  @Benchmark
  public WorkerWithDpRank booking() {
    return partition.select(booking);
  }

  /** As a query is chosen: no candidates. */
  @Benchmark
  public WorkerWithDpRank query() {
    return partition.select(query);
  }

  /** Allocates nothing for certain: what shows as its bytes is the noise of the others. */
  @Benchmark
  public void idle() {
    Blackhole.consumeCPU(40L * workers);
  }

  /** Takes every answer. */
  private static final class Nobody implements SelectionListener {
    @Override
    public boolean isWaiting() {
      return true;
    }

    @Override
    public void chosen(Chosen choice) {}

    @Override
    public boolean answered(Answered answer, Optional<BookingLease> lease) {
      return true;
    }

    @Override
    public void refused(Refused refusal) {
      throw new AssertionError(refusal);
    }
  }
}
