package kvproof.router.policy;

import static kvproof.router.policy.InputSet.CACHE;
import static kvproof.router.policy.InputSet.LOAD;
import static kvproof.router.policy.Requests.context;
import static kvproof.router.policy.Requests.tokens;
import static kvproof.router.policy.experimental.ResidentBlocks.INPUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.index.ResidentCounts;
import kvproof.router.policy.experimental.ResidentBlocks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The resident blocks of all rows at once; workers 1 and 2 have counters, 3 has none.
 *
 * <p>Arrays hold {@code KEPT} in every place before they are read into, and have one place more
 * than there are rows.
 */
class ResidentBatchTest {
  private static final InputSet DECLARED = CACHE.plus(INPUT);
  private static final long ABSENT = -1;
  private static final long KEPT = 77;

  private final ResidentCounts counts = new ResidentCounts();
  private final PolicyRun run = new PolicyRun();
  private long[] scorerReads = new long[0];
  private long[] pickerReads = new long[0];

  private static WorkerWithDpRank rank(long worker) {
    return new WorkerWithDpRank(worker, 0);
  }

  private Host host(long... workers) {
    return Host.of(Arrays.stream(workers).mapToObj(Rank::of).toArray(Rank[]::new))
        .counting(counts::view);
  }

  private Host threeWorkers() {
    counts.set(rank(1), 7);
    counts.set(rank(2), 0);
    return host(1, 2, 3);
  }

  private static long[] read(BatchView rows) {
    long[] blocks = kept(rows.size() + 1);
    ResidentBlocks.read(rows, ABSENT, blocks);
    return blocks;
  }

  private static long[] read(ScoredRows rows) {
    long[] blocks = kept(rows.size() + 1);
    ResidentBlocks.read(rows, ABSENT, blocks);
    return blocks;
  }

  private static long[] kept(int places) {
    long[] blocks = new long[places];
    Arrays.fill(blocks, KEPT);
    return blocks;
  }

  private WorkerSelectionPolicy.Builder scoring(InputSet inputs, Runnable afterwards) {
    return WorkerSelectionPolicy.builder()
        .scorer(
            Components.batchScorer(
                inputs,
                rows -> {
                  scorerReads = read(rows);
                  afterwards.run();
                }));
  }

  private WorkerSelectionPolicy reading(InputSet scorer, InputSet picker) {
    return scoring(scorer, () -> {})
        .picker(Components.looking(picker, rows -> pickerReads = read(rows)))
        .build();
  }

  private void select(WorkerSelectionPolicy policy, SelectionInputs host) {
    assertThat(run.run(policy, host, context(tokens(64)))).isNotNegative();
  }

  @ParameterizedTest
  @CsvSource({"false, false", "true, false", "false, true", "true, true"})
  void countsAreReadWhereTheyAreDeclared(boolean scorer, boolean picker) {
    Host host = threeWorkers();
    InputSet other = CACHE.plus(LOAD);

    select(reading(scorer ? DECLARED : other, picker ? DECLARED : other), host);

    assertThat(scorerReads).isEqualTo(expected(scorer));
    assertThat(pickerReads).isEqualTo(expected(picker));
    assertThat(host.asked.getOrDefault("counts", 0)).isEqualTo(scorer || picker ? 1 : 0);
  }

  private static long[] expected(boolean isVisible) {
    return isVisible ? new long[] {7, 0, ABSENT, KEPT} : new long[] {ABSENT, ABSENT, ABSENT, KEPT};
  }

  @Test
  void hostWithoutCountsGivesNone() {
    select(reading(DECLARED, DECLARED), Host.of(Rank.of(1), Rank.of(2)));

    assertThat(scorerReads).containsExactly(ABSENT, ABSENT, KEPT);
    assertThat(pickerReads).containsExactly(ABSENT, ABSENT, KEPT);
  }

  @Test
  void hostedFormGivesNone() {
    select(reading(DECLARED, DECLARED), HostedInputs.of(new long[] {1}));

    assertThat(scorerReads).containsExactly(ABSENT, KEPT);
    assertThat(pickerReads).containsExactly(ABSENT, KEPT);
  }

  @Test
  void rejectedRanksHaveNoPlace() {
    counts.set(rank(3), 5);
    select(
        scoring(DECLARED, () -> {})
            .filter(Components.rejecting(1))
            .picker(Components.looking(DECLARED, rows -> pickerReads = read(rows)))
            .build(),
        threeWorkers());

    assertThat(scorerReads).containsExactly(0, 5, KEPT);
    assertThat(pickerReads).containsExactly(0, 5, KEPT);
  }

  @Test
  void otherRanksInTheSamePlacesAreLookedUpAnew() {
    WorkerSelectionPolicy policy = reading(DECLARED, DECLARED);
    select(policy, threeWorkers());

    select(policy, host(2, 3, 1));

    assertThat(scorerReads).containsExactly(0, ABSENT, 7, KEPT);
    assertThat(pickerReads).containsExactly(0, ABSENT, 7, KEPT);
  }

  /** The counter that went goes on existing and says what it said last. */
  @Test
  void countersThatWentAreNotRead() {
    WorkerSelectionPolicy policy = reading(DECLARED, DECLARED);
    Host host = threeWorkers();
    select(policy, host);

    counts.remove(rank(1));
    select(policy, host);
    assertThat(scorerReads).containsExactly(ABSENT, 0, ABSENT, KEPT);

    counts.set(rank(1), 4);
    select(policy, host);
    assertThat(scorerReads).containsExactly(4, 0, ABSENT, KEPT);
  }

  @Test
  void readsAreLiveAndTheRanksAreThoseOfTheBeginning() {
    Host host = threeWorkers();
    WorkerSelectionPolicy policy =
        scoring(
                DECLARED,
                () -> {
                  counts.set(rank(2), 9);
                  counts.set(rank(3), 5);
                })
            .picker(Components.looking(DECLARED, rows -> pickerReads = read(rows)))
            .build();

    select(policy, host);
    assertThat(scorerReads).containsExactly(7, 0, ABSENT, KEPT);
    assertThat(pickerReads).containsExactly(7, 9, ABSENT, KEPT);

    select(policy, host);
    assertThat(pickerReads).containsExactly(7, 9, 5, KEPT);
  }

  @Test
  void arrayThatIsTooSmallIsRefused() {
    String message = "resident blocks of 3 rows do not fit into an array of 2";
    WorkerSelectionPolicy scores =
        WorkerSelectionPolicy.builder()
            .scorer(
                Components.batchScorer(
                    DECLARED, rows -> ResidentBlocks.read(rows, ABSENT, new long[2])))
            .picker(Components.cheapest())
            .build();
    WorkerSelectionPolicy picks =
        WorkerSelectionPolicy.builder()
            .picker(
                Components.looking(
                    DECLARED, rows -> ResidentBlocks.read(rows, ABSENT, new long[2])))
            .build();

    for (WorkerSelectionPolicy policy : new WorkerSelectionPolicy[] {scores, picks}) {
      assertThatThrownBy(() -> select(policy, threeWorkers()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(message);
    }
  }

  /** A component's own test may hand it rows that know nothing of counters. */
  @Test
  void rowsOfAnybodyElseGiveNone() {
    BatchView batch =
        new BatchView() {
          @Override
          public int size() {
            return 2;
          }

          @Override
          public RowView row(int row) {
            throw new AssertionError("row " + row);
          }

          @Override
          public OptionalLong leastActivePrefillTokens() {
            return OptionalLong.empty();
          }

          @Override
          public long leastActivePrefillTokensOr(long ifAbsent) {
            return ifAbsent;
          }
        };

    assertThat(read(batch)).containsExactly(ABSENT, ABSENT, KEPT);
    assertThat(read(new TwoScoredRows())).containsExactly(ABSENT, ABSENT, KEPT);
  }

  private static final class TwoScoredRows implements ScoredRows {
    @Override
    public int size() {
      return 2;
    }

    @Override
    public WorkerWithDpRank worker(int row) {
      return rank(row);
    }

    @Override
    public double cost(int row) {
      return 0;
    }

    @Override
    public OptionalDouble preferredTaintMultiplier(int row) {
      return OptionalDouble.empty();
    }

    @Override
    public OptionalLong occupancy(int row) {
      return OptionalLong.empty();
    }

    @Override
    public Optional<Column<CacheView>> cache() {
      return Optional.empty();
    }

    @Override
    public Optional<Column<LoadView>> load() {
      return Optional.empty();
    }
  }

  @Test
  void warmReadsAllocateNothing() {
    long[] blocks = new long[3];
    LongStream.Builder allocated = LongStream.builder();
    WorkerSelectionPolicy policy =
        WorkerSelectionPolicy.builder()
            .scorer(
                Components.batchScorer(
                    DECLARED,
                    rows ->
                        allocated.add(bytesOf(() -> ResidentBlocks.read(rows, ABSENT, blocks)))))
            .picker(
                Components.looking(
                    DECLARED,
                    rows ->
                        allocated.add(bytesOf(() -> ResidentBlocks.read(rows, ABSENT, blocks)))))
            .build();

    select(policy, threeWorkers());

    assertThat(blocks).containsExactly(7, 0, ABSENT);
    assertThat(allocated.build()).containsExactly(0L, 0L);
  }

  /** The least of a few rounds: the JVM itself may allocate now and then. */
  private static long bytesOf(Runnable read) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 5; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 1_000; i++) {
        read.run();
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    return least;
  }
}
