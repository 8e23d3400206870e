package kvproof.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import kvproof.testkit.SeededRandom;
import org.junit.jupiter.api.Test;

/** Rounds whose truth is known: the noise of each is up to a tenth of it. */
class EstimateTest {
  private static final int ROUNDS = 101;
  private static final double LIMIT = 1.05;

  private final SeededRandom random = new SeededRandom(11);

  private double[] rounds(double micros) {
    double[] rounds = new double[ROUNDS];
    Arrays.setAll(rounds, round -> micros * (1 + random.below(101) / 1000.0));
    return rounds;
  }

  private Estimate slowerBy(double factor) {
    return Estimate.ofRatios(rounds(100 * factor), rounds(100), random);
  }

  /** The gate can fail: a tenth is more than a twentieth, and not noise. */
  @Test
  void tenthSlowerIsCertainlyAboveATwentieth() {
    assertThat(slowerBy(1.10).isCertainlyAbove(LIMIT)).isTrue();
  }

  @Test
  void equallyFastIsNot() {
    Estimate same = slowerBy(1);

    assertThat(same.isCertainlyAbove(LIMIT)).isFalse();
    assertThat(same.low()).isLessThanOrEqualTo(1).isLessThanOrEqualTo(same.median());
    assertThat(same.high()).isGreaterThanOrEqualTo(1).isGreaterThanOrEqualTo(same.median());
  }

  @Test
  void limitWithinTheIntervalIsNotCertain() {
    assertThat(slowerBy(LIMIT).isCertainlyAbove(LIMIT)).isFalse();
  }

  @Test
  void differenceIsInTheUnitOfTheRounds() {
    Estimate more = Estimate.ofDifferences(new double[] {5, 5, 5}, new double[] {3, 3, 3}, random);

    assertThat(more).isEqualTo(new Estimate(2, 2, 2)).hasToString("2.000 [2.000, 2.000]");
  }

  @Test
  void roundsThatOnlyOneTookAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Estimate.ofRatios(new double[2], new double[3], random))
        .withMessage("2 rounds against 3");
  }
}
