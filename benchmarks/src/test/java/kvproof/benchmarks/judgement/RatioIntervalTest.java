package kvproof.benchmarks.judgement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class RatioIntervalTest {
  private static RatioInterval halves(int ratios) {
    return RatioInterval.of(Collections.nCopies(ratios, 0.5));
  }

  @Test
  void intervalOfOneRatioIsThatRatio() {
    assertThat(halves(1)).isEqualTo(new RatioInterval(0.5, 0.5, 0.5, 1));
  }

  @Test
  void ofFewerThanFiveNothingIsOutsideNoise() {
    assertThat(halves(4).isOutsideNoise()).isFalse();
    assertThat(halves(4).noiseText()).isEqualTo("4 rounds, too few to tell noise");
    assertThat(halves(5).isOutsideNoise()).isTrue();
    assertThat(halves(5).noiseText()).isEqualTo("outside noise");
  }

  @Test
  void ratiosOnBothSidesAreNoise() {
    var interval = RatioInterval.of(List.of(0.9, 1.1, 0.95, 1.05, 1.0, 0.99));

    assertThat(interval.low()).isLessThan(1);
    assertThat(interval.high()).isGreaterThan(1);
    assertThat(interval.noiseText()).isEqualTo("inside noise");
  }
}
