package kvproof.router.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import kvproof.model.BlockInterval;
import kvproof.model.CostWeights;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.index.ResidentCountsView;
import kvproof.router.overlap.SharedCacheHits;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WarmPolicyRunTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Ties, decay, taints, shared hits and sources, so that every path of the cost is taken. */
  @ParameterizedTest
  @CsvSource({"0, true", "0.5, true", "0, false"})
  void defaultSelectionOver1024RanksAllocatesNothing(double temperature, boolean tracksPrefill) {
    Columns columns = new Columns(1024);
    CostWeights weights = new CostWeights(1, 0.5, 2, 1, 0.75, 0.25, 0.5);
    WorkerSelectionPolicy policy =
        DefaultPolicy.create(weights, temperature, true, RandomSource.splitMix(1));
    SelectionRequest request = Requests.preferring(Requests.tokens(640), "fast", 0.5);
    SelectionContext context = new SelectionContext();
    PolicyRun run = new PolicyRun();
    Runnable selections =
        () -> {
          for (int i = 0; i < 100; i++) {
            context.begin(request, SessionContext.none(), 16, tracksPrefill);
            if (run.run(policy, columns, context) < 0) {
              throw new AssertionError(run.error());
            }
          }
        };
    selections.run();
    selections.run();

    // The JVM itself may allocate now and then; a selection that does would do so in every round.
    assertThat(LongStream.range(0, 5).map(_ -> bytesOf(selections)))
        .as("bytes allocated by each round of warm selections")
        .contains(0L);
  }

  private static long bytesOf(Runnable selections) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    selections.run();
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  /** Numbers that depend on the candidate alone. */
  private static final class Columns implements SelectionInputs {
    private final WorkerWithDpRank[] ranks;
    private final Set<String> fast = new TreeSet<>(Set.of("fast"));
    private final Set<String> plain = new TreeSet<>();
    private final SharedCacheHits hits = SharedCacheHits.of(List.of(new BlockInterval(0, 20)));

    Columns(int count) {
      ranks = new WorkerWithDpRank[count];
      for (int candidate = 0; candidate < count; candidate++) {
        ranks[candidate] = new WorkerWithDpRank(candidate, 0);
      }
    }

    @Override
    public int candidateCount() {
      return ranks.length;
    }

    @Override
    public WorkerWithDpRank rank(int candidate) {
      return ranks[candidate];
    }

    @Override
    public int deviceBlocks(int candidate) {
      return candidate & 7;
    }

    @Override
    public int hostBlocks(int candidate) {
      return candidate & 3;
    }

    @Override
    public int diskBlocks(int candidate) {
      return candidate & 1;
    }

    @Override
    public double effectiveOverlap(int candidate) {
      return candidate & 7;
    }

    @Override
    public long cachedTokens(int candidate) {
      return 16L * (candidate & 7);
    }

    @Override
    public boolean hasTierMatches() {
      return true;
    }

    @Override
    public @Nullable SharedCacheHits sharedHits() {
      return hits;
    }

    @Override
    public boolean hasFetchCandidates() {
      return true;
    }

    @Override
    public int frontier(int candidate) {
      return deviceBlocks(candidate) + hostBlocks(candidate);
    }

    @Override
    public int creditedEnd(int candidate) {
      return Math.max(frontier(candidate), 9);
    }

    @Override
    public boolean loadAvailable(int candidate) {
      return (candidate & 15) != 15;
    }

    @Override
    public long activePrefillTokens(int candidate) {
      return 100L * (candidate & 31);
    }

    @Override
    public long activeDecodeBlocks(int candidate) {
      return candidate & 63;
    }

    @Override
    public long additionalBlocks(int candidate) {
      return 40 - (candidate & 7);
    }

    @Override
    public long activeRequests(int candidate) {
      return candidate & 3;
    }

    @Override
    public Set<String> taints(int candidate) {
      return (candidate & 1) == 0 ? fast : plain;
    }

    @Override
    public @Nullable ResidentCountsView residentCounts() {
      throw new AssertionError("the default policy does not declare them");
    }
  }
}
