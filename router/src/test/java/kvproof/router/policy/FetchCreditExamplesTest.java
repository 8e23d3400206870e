package kvproof.router.policy;

import static kvproof.router.policy.Costs.IS_DECODE;
import static kvproof.router.policy.Requests.context;
import static kvproof.router.policy.Requests.tokens;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import kvproof.model.CostWeights;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the worked examples S1 to S7 of the fetch credit cost: a prompt of 20 blocks. */
class FetchCreditExamplesTest {
  private static final CostWeights DEFAULTS = CostWeights.defaults();

  private static CostWeights weights(double hostHit, double diskHit) {
    return new CostWeights(1, 0, 1, 0, hostHit, diskHit, 0);
  }

  private static double cost(CostWeights weights, Rank rank) {
    return Costs.of(1, weights, IS_DECODE, new Host(weights, rank, filler()), context(tokens(320)));
  }

  /** Somebody who holds something, so that tiers are known. */
  private static Rank filler() {
    return Rank.of(9).device(1);
  }

  @Test
  @Tag("S1")
  @Tag("S2")
  void s1RankWithASourceBeatsOneThatHoldsMoreItself() {
    Host host = Host.of(Rank.of(1).device(10).sourceEnd(15), Rank.of(2).device(12));

    assertThat(Costs.of(DEFAULTS, IS_DECODE, host, context(tokens(320))).values())
        .containsExactly(6.25, 8.0);
    assertThat(Costs.chosen(DEFAULTS, IS_DECODE, host, context(tokens(320)))).isEqualTo(1);
  }

  @Test
  @Tag("S1")
  @Tag("S2")
  void s2WithoutTheSourceItLoses() {
    Host host = Host.of(Rank.of(1).device(10), Rank.of(2).device(12));

    assertThat(Costs.of(DEFAULTS, IS_DECODE, host, context(tokens(320))).values())
        .containsExactly(10.0, 8.0);
    assertThat(Costs.chosen(DEFAULTS, IS_DECODE, host, context(tokens(320)))).isEqualTo(2);
  }

  @Test
  @Tag("S3")
  void s3BlocksAlsoOnDiskGainTheDifferenceOnly() {
    assertThat(cost(DEFAULTS, Rank.of(1).holding(10, 0, 3).sourceEnd(15))).isEqualTo(6.25);
  }

  @Test
  @Tag("S4")
  void s4DiskPastTheSourceIsNoPartOfTheRun() {
    assertThat(cost(DEFAULTS, Rank.of(1).holding(10, 0, 8).sourceEnd(15))).isEqualTo(5.5);
  }

  @Test
  @Tag("S5")
  void s5ColdRankIsCreditedForARootPrefix() {
    assertThat(cost(DEFAULTS, Rank.of(1).sourceEnd(20))).isEqualTo(5.0);
  }

  @Test
  @Tag("S6")
  void s6HostWeightBelowTheDiskWeightTakesNothingAway() {
    assertThat(cost(weights(0.2, 0.25), Rank.of(1).holding(10, 0, 3).sourceEnd(15)))
        .isEqualTo(8.85, within(1e-12));
  }

  @ParameterizedTest
  @CsvSource({"10, 0, 10", "10, 3, 9.25"})
  @Tag("S7")
  void s7WithoutHostWeightTheCostStays(int device, int disk, double expected) {
    Rank withoutSource = Rank.of(1).holding(device, 0, disk);

    assertThat(cost(weights(0, 0.25), withoutSource)).isEqualTo(expected);
    assertThat(cost(weights(0, 0.25), withoutSource.sourceEnd(15))).isEqualTo(expected);
  }

  /** The frontier counts host-pinned blocks, and neither overlap credit nor decay touches it. */
  @Test
  void creditBeginsAtTheFrontierAndIsScaledByTheHostWeightAlone() {
    CostWeights weights = new CostWeights(0.5, 1, 1, 0, 0.75, 0.25, 0);
    Host host =
        new Host(weights, Rank.of(1).holding(4, 6, 0).prefill(320).sourceEnd(15), Rank.of(2));

    // raw (320 + 320)/16 = 40; decay 1/(1 + 1); device 0.5*0.5*4; host 0.75*6; fetch 0.75*5
    assertThat(Costs.of(1, weights, IS_DECODE, host, context(tokens(320))))
        .isEqualTo(40 - 1 - 4.5 - 3.75);
  }

  /** Owners outside the ranks may be sources where no rank holds anything. */
  @Test
  void sourceCountsWhereNoTierKnowsAnything() {
    Host host = Host.of(Rank.of(1).sourceEnd(20), Rank.of(2));

    assertThat(Costs.of(DEFAULTS, IS_DECODE, host, context(tokens(320))).values())
        .containsExactly(5.0, 20.0);
  }
}
