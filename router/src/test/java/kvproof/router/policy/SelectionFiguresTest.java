package kvproof.router.policy;

import static kvproof.router.policy.Requests.context;
import static kvproof.router.policy.Requests.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import kvproof.model.CostWeights;
import kvproof.model.RequestConstraints;
import kvproof.model.SchedulableWorker;
import kvproof.model.WorkerHealth;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectionFiguresTest {
  private final PolicyRun run = new PolicyRun();
  private final WorkerSelectionPolicy policy =
      DefaultPolicy.create(CostWeights.defaults(), 0, true, RandomSource.splitMix(1));

  private int choose(Host host, SelectionContext context) {
    return run.run(policy, host, context);
  }

  /** A prompt of 2 blocks on a rank with 100 active ones. */
  @ParameterizedTest
  @CsvSource({"0, 0, 102", "2, 2, 102", "2, 0, 100"})
  @Tag("A30")
  void potentialDecodeBlocksAddWhatIsNotTracked(int tracked, int additional, long expected) {
    Host host = Host.of(Rank.of(1).decode(100, additional));

    assertThat(
            SelectionFigures.potentialDecodeBlocks(
                host, 0, context(tokens(32)).requestBlocks(), tracked))
        .isEqualTo(expected);
  }

  @Test
  void moreTrackedBlocksThanAskedTakeNothingAway() {
    assertThat(SelectionFigures.potentialDecodeBlocks(Host.of(Rank.of(1).decode(100, 1)), 0, 2, 3))
        .isEqualTo(101);
  }

  private static long raw(Host host, int candidate) {
    return SelectionFigures.rawCachedTokens(host, candidate, 16);
  }

  @Test
  void rawReuseIsThatOfAllTiers() {
    Host host = Host.of(Rank.of(1).holding(1, 2, 4), Rank.of(2).device(3).decode(90));

    int chosen = choose(host, context(tokens(160)));

    assertThat(chosen).isEqualTo(0);
    assertThat(raw(host, chosen)).isEqualTo(112);
    assertThat(run.maxRawCachedTokens()).isEqualTo(112);
  }

  @Test
  @Tag("B14")
  void mostRawReuseMayBeThatOfAnotherRank() {
    Host host = Host.of(Rank.of(1).device(1), Rank.of(2).device(3).decode(90));

    assertThat(raw(host, choose(host, context(tokens(160))))).isEqualTo(16);
    assertThat(run.maxRawCachedTokens()).isEqualTo(48);
  }

  @Test
  @Tag("B15")
  void overlapOfASiblingIsNotTheSelectedRanks() {
    Host host = Host.of(Rank.of(1, 0).device(5).decode(90), Rank.of(1, 1));

    int chosen = choose(host, context(tokens(160)));

    assertThat(host.rank(chosen).dpRank()).isEqualTo(1);
    assertThat(raw(host, chosen)).isZero();
    assertThat(run.maxRawCachedTokens()).isEqualTo(80);
  }

  /** What is held of rank 1/7 is known, but the worker has ranks 0 and 1 only. */
  @Test
  @Tag("B16")
  void overlapOutsideTheRanksOfAWorkerIsNoMaximum() {
    Host host =
        Host.of(Rank.of(1, 0).device(2), Rank.of(1, 1), Rank.of(1, 7).device(9))
            .narrow(
                RequestConstraints.none(),
                true,
                WorkerHealth.good(),
                SchedulableWorker.of(1, 0, 2));

    choose(host, context(tokens(160)));

    assertThat(host.candidateCount()).isEqualTo(2);
    assertThat(run.maxRawCachedTokens()).isEqualTo(32);
  }

  @Test
  @Tag("B08")
  void rejectedRanksAreNoMaximum() {
    Host host = Host.of(Rank.of(1).device(2), Rank.of(2).device(9), Rank.of(3).device(1));
    WorkerSelectionPolicy filtering =
        WorkerSelectionPolicy.builder()
            .filter(Components.rejecting(2))
            .picker(Components.cheapest())
            .build();

    run.run(filtering, host, context(tokens(160)));

    assertThat(run.maxRawCachedTokens()).isEqualTo(32);
    assertThat(host.askedOf(2)).isEmpty();
  }

  @Test
  void tokensSaturate() {
    int most = Integer.MAX_VALUE;
    Host host = Host.of(Rank.of(1).holding(most, most, most));

    assertThat(SelectionFigures.rawCachedTokens(host, 0, most)).isEqualTo(Long.MAX_VALUE);
    assertThat(SelectionFigures.rawCachedTokens(host, 0, 2)).isEqualTo(6L * most);
  }
}
