package kvproof.router.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import kvproof.model.CostWeights;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The formula as written down, by hand and against the default policy. */
class PlainCostTest {

  @Test
  void formulaGivesTheWorkedExamples() {
    Rank busy = Rank.of(1).device(4).cached(64).prefill(48);
    Rank source = Rank.of(1).holding(10, 0, 8).sourceEnd(15);
    CostWeights decaying = new CostWeights(1, 1, 1, 0, 0.75, 0.25, 0);

    assertThat(plain(decaying, 64, busy, Rank.of(2)).of(busy)).isEqualTo(7 - 4 / 1.75);
    assertThat(plain(CostWeights.defaults(), 320, source).of(source)).isEqualTo(5.5);
  }

  private static PlainCost plain(CostWeights weights, int promptTokens, Rank... ranks) {
    return new PlainCost(weights, true, true, promptTokens, 0, List.of(ranks));
  }

  @Test
  @Tag("B01")
  void defaultPolicyAgreesWithTheFormulaOnTheSameInputs() {
    for (long seed = 1; seed <= 1_000; seed++) {
      DefaultPolicyPropertyTest.checkAgainstFormula(seed);
    }
  }
}
