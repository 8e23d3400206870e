package kvproof.router.policy;

import static kvproof.router.policy.Costs.IS_DECODE;
import static kvproof.router.policy.Costs.IS_PREFILL;
import static kvproof.router.policy.Requests.context;
import static kvproof.router.policy.Requests.preferring;
import static kvproof.router.policy.Requests.tokens;
import static kvproof.router.policy.Requests.untracked;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.OptionalDouble;
import kvproof.model.BlockInterval;
import kvproof.model.CostWeights;
import kvproof.model.SelectionRequest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The worked examples C1 to C14 of the default cost, and the scenarios about it. */
class DefaultCostExamplesTest {
  private static final CostWeights DEFAULTS = CostWeights.defaults();

  /** Overlap credit, its decay, scale of the prefill part, cost of a request, shared multiplier. */
  private static CostWeights weights(
      double credit, double decay, double scale, double request, double shared) {
    return new CostWeights(credit, decay, scale, request, 0.75, 0.25, shared);
  }

  private static CostWeights scale(double scale) {
    return weights(1, 0, scale, 0, 0);
  }

  private static CostWeights decay(double decay) {
    return weights(1, decay, 1, 0, 0);
  }

  private static CostWeights credit(double credit) {
    return weights(credit, 0, 1, 0, 0);
  }

  @Test
  @Tag("A01")
  void c1TwoBlocksOnTheDeviceOutweighDecodeLoad() {
    Host host = Host.of(Rank.of(0).device(2).cached(32).decode(3), Rank.of(1));

    assertThat(Costs.of(scale(2), IS_DECODE, host, context(tokens(64))).values())
        .containsExactly(7.0, 8.0);
    assertThat(Costs.chosen(scale(2), IS_DECODE, host, context(tokens(64)))).isEqualTo(0);
  }

  private static Host moreCachedThanAsked() {
    return Host.of(Rank.of(0).device(6).cached(96).prefill(16).decode(2, 3));
  }

  @Test
  @Tag("A02")
  void c2CachedTokensPastThePromptStayInTheRawTokens() {
    assertThat(Costs.of(0, scale(2), IS_DECODE, moreCachedThanAsked(), context(tokens(64))))
        .isEqualTo(7.0);
  }

  @Test
  @Tag("A03")
  void c3WithoutTrackingOnlyDecodeLoadIsLeft() {
    assertThat(Costs.of(0, scale(2), IS_PREFILL, moreCachedThanAsked(), untracked(tokens(64))))
        .isEqualTo(5.0);
  }

  @Test
  @Tag("A04")
  void c4ActiveRequestsCostTheirWeightEach() {
    Host host = Host.of(Rank.of(0).decode(100).requests(4));

    assertThat(Costs.of(0, weights(1, 0, 1, 32, 0), IS_DECODE, host, context(tokens(0))))
        .isEqualTo(228.0);
    assertThat(Costs.of(0, weights(1, 0, 1, 32, 0), IS_DECODE, host, untracked(tokens(64))))
        .as("in the decode branch too")
        .isEqualTo(228.0);
  }

  @Test
  @Tag("A05")
  void c5DecodeLabelCreditsOverlapAgainstDecodeLoad() {
    Host host = Host.of(Rank.of(0).device(3).decode(10));

    assertThat(Costs.of(0, DEFAULTS, IS_DECODE, host, untracked(tokens(64)))).isEqualTo(7.0);
    assertThat(Costs.of(0, DEFAULTS, IS_PREFILL, host, untracked(tokens(64)))).isEqualTo(10.0);
  }

  @Test
  void decodeBranchNeedsACreditAboveZero() {
    Host host = Host.of(Rank.of(0).holding(3, 4, 0).decode(10));

    assertThat(Costs.of(0, credit(0.5), IS_DECODE, host, untracked(tokens(64)))).isEqualTo(5.5);
    assertThat(Costs.of(0, credit(0), IS_DECODE, host, untracked(tokens(64))))
        .as("host blocks are not credited either")
        .isEqualTo(10.0);
  }

  @Test
  void decodeBranchNeverGoesBelowZero() {
    Host host = Host.of(Rank.of(0).device(30).decode(10).requests(1));

    assertThat(Costs.of(0, weights(1, 0, 1, 2, 0), IS_DECODE, host, untracked(tokens(64))))
        .isEqualTo(2.0);
  }

  /** A credit of 0 leaves lower tiers their worth. */
  @Test
  void onlyTheDeviceIsScaledByTheCredit() {
    Host host = Host.of(Rank.of(0).holding(4, 4, 4));

    assertThat(Costs.of(0, credit(0), IS_DECODE, host, context(tokens(160)))).isEqualTo(6.0);
    assertThat(Costs.of(0, credit(0.5), IS_DECODE, host, context(tokens(160)))).isEqualTo(4.0);
  }

  private static Host warmAndCold() {
    return Host.of(Rank.of(1).device(4).decode(5), Rank.of(2));
  }

  @Test
  @Tag("A06")
  void c6CreditOf1IsNotEnough() {
    assertThat(Costs.of(credit(1), IS_DECODE, warmAndCold(), context(tokens(128))).values())
        .containsExactly(9.0, 8.0);
    assertThat(Costs.chosen(credit(1), IS_DECODE, warmAndCold(), context(tokens(128))))
        .isEqualTo(2);
  }

  @Test
  @Tag("A07")
  void c7CreditOfOneAndAHalfIs() {
    assertThat(Costs.of(credit(1.5), IS_DECODE, warmAndCold(), context(tokens(128))).values())
        .containsExactly(7.0, 8.0);
    assertThat(Costs.chosen(credit(1.5), IS_DECODE, warmAndCold(), context(tokens(128))))
        .isEqualTo(1);
  }

  private static Host busyWarmAndCold() {
    return Host.of(Rank.of(1).device(4).cached(64).prefill(48), Rank.of(2));
  }

  @Test
  @Tag("A08")
  void c8WithoutDecayTheBusyWarmOneWins() {
    assertThat(Costs.of(decay(0), IS_DECODE, busyWarmAndCold(), context(tokens(64))).values())
        .containsExactly(3.0, 4.0);
    assertThat(Costs.chosen(decay(0), IS_DECODE, busyWarmAndCold(), context(tokens(64))))
        .isEqualTo(1);
  }

  @Test
  @Tag("A09")
  void c9WithDecayItLoses() {
    var costs = Costs.of(decay(1), IS_DECODE, busyWarmAndCold(), context(tokens(64)));

    assertThat(costs.values()).first().satisfies(warm -> assertThat(warm).isEqualTo(7 - 4 / 1.75));
    assertThat(costs.values().iterator().next()).isEqualTo(4.714, within(0.0005));
    assertThat(costs.values()).last().isEqualTo(4.0);
    assertThat(Costs.chosen(decay(1), IS_DECODE, busyWarmAndCold(), context(tokens(64))))
        .isEqualTo(2);
  }

  /** A rank that a filter rejects is read for the minimum only. */
  @ParameterizedTest
  @CsvSource({"0, 0", "0.5, 1"})
  @Tag("A10")
  void minimumOfActivePrefillIsComputedForDecayAlone(double decay, int reads) {
    Host host = Host.of(Rank.of(1).prefill(48), Rank.of(2).prefill(16));
    var policy =
        WorkerSelectionPolicy.builder()
            .filter(Components.rejecting(2))
            .scorer(new DefaultCost(decay(decay), IS_DECODE))
            .picker(Components.cheapest())
            .build();

    new PolicyRun().run(policy, host, context(tokens(64)));

    assertThat(host.asked.getOrDefault("prefill 2/0", 0)).isEqualTo(reads);
    assertThat(host.asked).containsKey("prefill 1/0");
  }

  @Test
  void withoutTrackingNothingDecays() {
    Host host = Host.of(Rank.of(1).device(4).prefill(48).decode(10), Rank.of(2).prefill(16));

    assertThat(Costs.of(1, decay(1), IS_DECODE, host, untracked(tokens(64)))).isEqualTo(6.0);
    assertThat(host.askedOf(2)).doesNotContain("prefill");
  }

  /** The minimum is over eligible ranks before filters, one without a projection counting as 0. */
  @Test
  void minimumCountsRejectedRanksAndThoseWithoutProjection() {
    var policy =
        WorkerSelectionPolicy.builder()
            .filter(Components.rejecting(2))
            .scorer(new DefaultCost(decay(1), IS_DECODE))
            .picker(Components.cheapest())
            .build();
    Rank warm = Rank.of(1).device(4).prefill(48);
    PolicyRun run = new PolicyRun();

    run.run(policy, Host.of(warm, Rank.of(2).prefill(16)), context(tokens(64)));
    assertThat(run.cost()).as("32 tokens above").isEqualTo(7 - 4 / 1.5);

    run.run(policy, Host.of(warm, Rank.of(2).prefill(16).withoutLoad()), context(tokens(64)));
    assertThat(run.cost()).as("48 tokens above").isEqualTo(7 - 4 / 1.75);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1})
  @Tag("A11")
  void c13PromptWithoutTokensDividesByNothing(double decay) {
    Host host =
        Host.of(
            Rank.of(1).prefill(1600).decode(50),
            Rank.of(2).prefill(1600).decode(50),
            Rank.of(3).prefill(1616));

    assertThat(Costs.of(decay(decay), IS_DECODE, host, context(tokens(0))).values())
        .containsExactly(150.0, 150.0, 101.0);
    assertThat(Costs.chosen(decay(decay), IS_DECODE, host, context(tokens(0)))).isEqualTo(3);
  }

  @Test
  @Tag("A12")
  void c14EffectiveOverlapStandsInWhereNoTierKnowsAnything() {
    Host host = Host.of(Rank.of(0).effective(2.5), Rank.of(1));

    assertThat(Costs.of(DEFAULTS, IS_DECODE, host, context(tokens(64))).values())
        .containsExactly(1.5, 4.0);
    assertThat(Costs.chosen(DEFAULTS, IS_DECODE, host, context(tokens(64)))).isEqualTo(0);
  }

  /** One block of any rank turns the stand-in off for all of them. */
  @Test
  void oneHostBlockAnywhereTurnsTheStandInOff() {
    Host host = Host.of(Rank.of(0).effective(2.5), Rank.of(1).holding(0, 1, 0));

    assertThat(Costs.of(0, DEFAULTS, IS_DECODE, host, context(tokens(64)))).isEqualTo(4.0);
  }

  @ParameterizedTest
  @CsvSource({"2.5, 1", "2.4, 2", "0, 4"})
  @Tag("A13")
  void sharedHitsCountBehindTheRoundedStandIn(double effective, int sharedBlocks) {
    Host host = Host.of(Rank.of(0).effective(effective).cached(0)).sharing(new BlockInterval(0, 4));

    assertThat(Costs.of(0, weights(1, 0, 1, 0, 1), IS_DECODE, host, context(tokens(128))))
        .isEqualTo(8 - effective - sharedBlocks);
  }

  private static Host sharedBesideDevice() {
    return Host.of(Rank.of(0).device(2), Rank.of(1).device(0)).sharing(new BlockInterval(0, 4));
  }

  @Test
  @Tag("A14")
  void c10SharedHitsAreWorthHalfBehindTheDevice() {
    CostWeights halfShared = weights(1, 0, 1, 0, 0.5);

    assertThat(Costs.of(halfShared, IS_DECODE, sharedBesideDevice(), context(tokens(64))).values())
        .containsExactly(1.0, 2.0);
    assertThat(Costs.chosen(halfShared, IS_DECODE, sharedBesideDevice(), context(tokens(64))))
        .isEqualTo(0);
  }

  @Test
  @Tag("A15")
  void withoutSharedResultTheMultiplierChangesNothing() {
    Host host = Host.of(Rank.of(0).device(2), Rank.of(1));
    Host empty = Host.of(Rank.of(0).device(2), Rank.of(1)).sharing();

    var plain = Costs.of(weights(1, 0, 1, 0, 0), IS_DECODE, host, context(tokens(64)));

    assertThat(plain.values()).containsExactly(2.0, 4.0);
    assertThat(Costs.of(weights(1, 0, 1, 0, 0.5), IS_DECODE, host, context(tokens(64))))
        .isEqualTo(plain);
    assertThat(Costs.of(weights(1, 0, 1, 0, 0.5), IS_DECODE, empty, context(tokens(64))))
        .isEqualTo(plain);
  }

  /**
   * As configured the warm rank wins. Without credit and scale, only the shared hits are left of
   * the prefill part, which the scale takes away as well: decode load decides.
   */
  @Test
  @Tag("A16")
  void overridesFlipTheChoiceToTheColdWorker() {
    Host host =
        Host.of(Rank.of(1).device(4).decode(2), Rank.of(2)).sharing(new BlockInterval(0, 8));
    SelectionRequest plain = tokens(128);
    SelectionRequest overriding =
        plain.with(
            Requests.override(
                OptionalDouble.of(0),
                OptionalDouble.of(0),
                OptionalDouble.of(1.0),
                OptionalDouble.of(1.0)));

    assertThat(Costs.of(DEFAULTS, IS_DECODE, host, context(plain)).values())
        .containsExactly(6.0, 8.0);
    assertThat(Costs.chosen(DEFAULTS, IS_DECODE, host, context(plain))).isEqualTo(1);
    assertThat(Costs.of(DEFAULTS, IS_DECODE, host, context(overriding)).values())
        .containsExactly(2.0, 0.0);
    assertThat(chosenAt(0.5, host, overriding)).isEqualTo(2);
    assertThat(chosenAt(0.2, host, overriding)).as("1 / (1 + e) is 0.269").isEqualTo(1);
  }

  private static long chosenAt(double drawn, Host host, SelectionRequest request) {
    var policy = DefaultPolicy.create(DEFAULTS, 0, IS_DECODE, ScriptedRandom.reals(drawn));
    return host.rank(new PolicyRun().run(policy, host, context(request))).workerId();
  }

  /** Each override alone, against the weight it takes the place of. */
  @Test
  void eachOverrideTakesThePlaceOfItsWeight() {
    Host host = Host.of(Rank.of(1).device(4)).sharing(new BlockInterval(0, 6));
    OptionalDouble none = OptionalDouble.empty();
    OptionalDouble half = OptionalDouble.of(0.5);
    SelectionRequest request = tokens(160);

    assertThat(Costs.of(1, DEFAULTS, IS_DECODE, host, context(request))).isEqualTo(6.0);
    assertThat(
            Costs.of(
                1,
                DEFAULTS,
                IS_DECODE,
                host,
                context(request.with(Requests.override(half, none, none, none)))))
        .isEqualTo(8.0);
    assertThat(
            Costs.of(
                1,
                DEFAULTS,
                IS_DECODE,
                host,
                context(request.with(Requests.override(none, half, none, none)))))
        .isEqualTo(3.0);
    assertThat(
            Costs.of(
                1,
                DEFAULTS,
                IS_DECODE,
                host,
                context(request.with(Requests.override(none, none, none, half)))))
        .isEqualTo(5.0);
  }

  private static Host decodeLoads(String taintOf100, String taintOf90) {
    return Host.of(
        Rank.of(1).decode(100).taints(taintOf100), Rank.of(2).decode(90).taints(taintOf90));
  }

  @Test
  @Tag("A20")
  void c11PreferredTaintAttracts() {
    Host host = decodeLoads("fast", "other");
    SelectionContext context = context(preferring(tokens(0), "fast", 0.85));

    var costs = Costs.of(DEFAULTS, IS_DECODE, host, context);

    assertThat(costs.values()).first().isEqualTo(100 * Math.exp(-Math.tanh(0.85)));
    assertThat(costs.values().iterator().next()).isEqualTo(50.1, within(0.05));
    assertThat(costs.values()).last().isEqualTo(90.0);
    assertThat(Costs.chosen(DEFAULTS, IS_DECODE, host, context)).isEqualTo(1);
  }

  @Test
  @Tag("A21")
  void c12NegativePreferenceRepels() {
    Host host = decodeLoads("other", "slow");
    SelectionContext context = context(preferring(tokens(0), "slow", -0.25));

    var costs = Costs.of(DEFAULTS, IS_DECODE, host, context);

    assertThat(costs.values()).first().isEqualTo(100.0);
    assertThat(costs.values())
        .last()
        .satisfies(cost -> assertThat(cost).isCloseTo(115, within(0.5)));
    assertThat(Costs.chosen(DEFAULTS, IS_DECODE, host, context)).isEqualTo(1);
  }

  @Test
  void weightsOfSeveralTaintsAddUpAndEqualMagnitudesAreReciprocal() {
    Host host = Host.of(Rank.of(1).decode(1).taints("a", "b"), Rank.of(2).decode(1).taints("c"));
    SelectionRequest request = preferring(preferring(tokens(0), "a", 1.5), "b", -0.5);

    var costs = Costs.of(DEFAULTS, IS_DECODE, host, context(preferring(request, "c", -1.0)));

    assertThat(costs.values()).first().isEqualTo(Math.exp(-Math.tanh(1.0)));
    assertThat(costs.values().stream().reduce(1.0, (a, b) -> a * b)).isCloseTo(1, within(1e-12));
  }

  @Test
  void pinLeavesNothingToPrefer() {
    Host host = Host.of(Rank.of(1).decode(100).taints("fast"));
    SelectionRequest request = preferring(tokens(0), "fast", 0.85);

    assertThat(Costs.of(1, DEFAULTS, IS_DECODE, host, context(Requests.pinned(request, 1))))
        .isEqualTo(100.0);
    assertThat(host.askedOf(1)).doesNotContain("taints");
  }

  @Test
  void rankWithoutProjectionIsChargedThePromptAlone() {
    Host host = Host.of(Rank.of(1).device(2).cached(640).prefill(99).decode(9).withoutLoad());

    assertThat(Costs.of(1, DEFAULTS, IS_DECODE, host, context(tokens(64)))).isEqualTo(2.0);
  }

  @Test
  void rawTokensSaturate() {
    Host host = Host.of(Rank.of(1).cached(Long.MAX_VALUE).prefill(Long.MAX_VALUE));

    assertThat(Costs.of(1, DEFAULTS, IS_DECODE, host, context(tokens(64))))
        .isEqualTo((double) Long.MAX_VALUE / 16);
  }
}
