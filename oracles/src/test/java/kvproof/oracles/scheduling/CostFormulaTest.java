package kvproof.oracles.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.TreeMap;
import kvproof.model.CostWeights;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The worked examples of selection 1.8 and fetch-hints 10.7, to the printed digits. */
class CostFormulaTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    // row, isl, wo, wd, ps, ws, tracked, decode, D, S, A, Amin, C, dec, n, cost
    "C1 warm, 64, 1, 0, 2, 0, true, false, 2, 0, 0, 0, 32, 3, 0, 7",
    "C1 idle, 64, 1, 0, 2, 0, true, false, 0, 0, 0, 0, 0, 0, 0, 8",
    "C2, 64, 1, 0, 2, 0, true, false, 6, 0, 16, 16, 96, 5, 0, 7",
    "C3, 64, 1, 0, 2, 0, false, false, 6, 0, 16, 16, 96, 5, 0, 5",
    "C4, 64, 1, 0, 1, 0, false, false, 0, 0, 0, 0, 0, 100, 4, 228",
    "C5, 64, 1, 0, 1, 0, false, true, 3, 0, 0, 0, 48, 10, 0, 7",
    "C6 warm, 128, 1, 0, 1, 0, true, false, 4, 0, 0, 0, 64, 5, 0, 9",
    "C6 cold, 128, 1, 0, 1, 0, true, false, 0, 0, 0, 0, 0, 0, 0, 8",
    "C7 warm, 128, 1.5, 0, 1, 0, true, false, 4, 0, 0, 0, 64, 5, 0, 7",
    "C8 warm, 64, 1, 0, 1, 0, true, false, 4, 0, 48, 0, 64, 0, 0, 3",
    "C9 warm, 64, 1, 1, 1, 0, true, false, 4, 0, 48, 0, 64, 0, 0, 4.714285714285714",
    "decays beyond the least, 64, 1, 1, 1, 0, true, false, 4, 0, 48, 16, 64, 0, 0, 4.333333333333333",
    "C10 W0, 64, 1, 0, 1, 0.5, true, false, 2, 2, 0, 0, 32, 0, 0, 1",
    "C10 W1, 64, 1, 0, 1, 0.5, true, false, 0, 4, 0, 0, 0, 0, 0, 2",
    "C13 first, 0, 1, 0, 1, 0, true, false, 0, 0, 1600, 1600, 0, 50, 0, 150",
    "C13 third, 0, 1, 0, 1, 0, true, false, 0, 0, 1616, 1600, 0, 0, 0, 101",
    "C13 decays, 0, 1, 1, 1, 0, true, false, 0, 0, 1616, 1600, 0, 0, 0, 101",
    "no credit no decode branch, 64, 0, 0, 1, 0, false, true, 3, 0, 0, 0, 48, 10, 0, 10",
    "decode clamps at 0, 64, 1, 0, 1, 0, false, true, 30, 0, 0, 0, 480, 10, 0, 0",
    "decode is not clamped by its tracked twin, 64, 1, 0, 1, 0, true, true, 30, 0, 0, 0, 480, 10, 0, 10"
  })
  void workedExamples(
      String row,
      int isl,
      double wo,
      double wd,
      double ps,
      double ws,
      boolean tracked,
      boolean decode,
      int device,
      long shared,
      long active,
      long least,
      long cached,
      long dec,
      long requests,
      double cost) {
    var weights = new CostWeights(wo, wd, ps, row.equals("C4") ? 32 : 0, 0.75, 0.25, ws);
    var terms = new CostTerms(16, decode, tracked, isl, weights, least);
    var inputs =
        new CostInputs(
            new RankOverlap(device, 0, 0),
            shared,
            active,
            cached,
            dec,
            requests,
            device,
            Optional.empty());

    ExactCost exact = new CostFormula(terms, inputs).cost();

    assertThat(exact.isNear(cost)).as("%s", exact).isTrue();
    assertThat(exact.isNear(cost + 1e-6)).isFalse();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "S1, 10, 0, 15, 0.75, 0.25, 6.25",
    "S2, 12, 0, 12, 0.75, 0.25, 8",
    "S3, 10, 3, 15, 0.75, 0.25, 6.25",
    "S4, 10, 8, 15, 0.75, 0.25, 5.5",
    "S5, 0, 0, 20, 0.75, 0.25, 5",
    "S6, 10, 3, 15, 0.2, 0.25, 8.85",
    "S7, 10, 0, 15, 0, 0.25, 10"
  })
  void fetchCredit(String row, int device, int disk, int end, double wh, double wk, double cost) {
    var weights = new CostWeights(1, 0, 1, 0, wh, wk, 0);
    var terms = new CostTerms(16, false, true, 320, weights, 0);
    var overlap = new RankOverlap(device, 0, disk);
    var inputs =
        new CostInputs(
            overlap, 0, 0, overlap.cachedTokens(weights, 16), 0, 0, end, Optional.empty());

    ExactCost exact = new CostFormula(terms, inputs).cost();

    assertThat(exact.isNear(cost)).as("%s", exact).isTrue();
  }

  @Test
  void preferredTaintsMultiply() {
    assertThat(withTaint(100, 0.85).isNear(100 * Math.exp(-Math.tanh(0.85)))).isTrue();
    assertThat(withTaint(90, -0.25).isNear(90 * Math.exp(Math.tanh(0.25)))).isTrue();
    assertThat(withTaint(100, 0.85).value().doubleValue()).isBetween(50.0, 50.2); // C11
    assertThat(withTaint(90, -0.25).value().doubleValue()).isBetween(114.5, 115.5); // C12
  }

  private static ExactCost withTaint(long dec, double weight) {
    var terms = new CostTerms(16, false, false, 0, CostWeights.defaults(), 0);
    var taints = new TreeMap<String, Double>();
    taints.put("t", weight);
    var inputs = new CostInputs(new RankOverlap(0, 0, 0), 0, 0, 0, dec, 0, 0, Optional.of(taints));
    return new CostFormula(terms, inputs).cost();
  }

  @Test
  void costsThatCannotRoundAreKnownAsSuch() {
    var inputs = new CostInputs(new RankOverlap(1, 2, 3), 0, 5, 80, 1, 0, 3, Optional.empty());
    var decaying = new CostWeights(1, 0.5, 1, 0, 0.75, 0.25, 0);
    var decimal = new CostWeights(1, 0, 1, 0, 0.7, 0.25, 0);

    assertThat(cost(CostWeights.defaults(), 16, inputs).isSafe()).isTrue();
    assertThat(cost(CostWeights.defaults(), 12, inputs).isSafe()).isFalse();
    assertThat(cost(decaying, 16, inputs).isSafe()).isFalse();
    assertThat(cost(decimal, 16, inputs).isSafe()).isFalse();
  }

  private static ExactCost cost(CostWeights weights, int blockSize, CostInputs inputs) {
    return new CostFormula(new CostTerms(blockSize, false, true, 64, weights, 0), inputs).cost();
  }
}
