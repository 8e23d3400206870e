package kvproof.router.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RandomSourceTest {
  /** The published first words of SplitMix64 for this seed. */
  private static final long SEED = 1_234_567;

  private static final long[] WORDS = {
    6_457_827_717_110_365_317L,
    3_203_168_211_198_807_973L,
    Long.parseUnsignedLong("9817491932198370423"),
    4_593_380_528_125_082_431L,
    Long.parseUnsignedLong("16408922859458223821")
  };

  @Test
  void realsAreTheHigh53BitsOfThePublishedWords() {
    RandomSource random = RandomSource.splitMix(SEED);

    for (long word : WORDS) {
      assertThat(random.nextReal()).isEqualTo((word >>> 11) / 0x1.0p53);
    }
  }

  @Test
  void wholeNumbersAreTheHighHalfOfTheProduct() {
    RandomSource random = RandomSource.splitMix(SEED);

    // word / 2^64 is 0.35008, 0.17364, 0.53221, 0.24901, 0.88953
    assertThat(IntStream.range(0, 5).map(_ -> random.nextInt(1000)).toArray())
        .containsExactly(350, 173, 532, 249, 889);
  }

  @Test
  void bothTakeOneWordEach() {
    RandomSource random = RandomSource.splitMix(SEED);

    assertThat(random.nextInt(10)).isEqualTo(3);
    assertThat(random.nextReal()).isEqualTo(0.17364, within(0.00001));
    assertThat(random.nextInt(1)).isEqualTo(0);
    assertThat(random.nextInt(Integer.MAX_VALUE))
        .isCloseTo((int) (0.24901 * Integer.MAX_VALUE), within(20_000));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
  void emptyRangeIsRefused(int bound) {
    assertThatThrownBy(() -> RandomSource.splitMix(1).nextInt(bound))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(Integer.toString(bound));
  }

  @Test
  void numbersAreSpreadEvenly() {
    RandomSource random = RandomSource.splitMix(42);
    int[] counts = new int[3];
    double sum = 0;

    for (int i = 0; i < 30_000; i++) {
      counts[random.nextInt(3)]++;
      double real = random.nextReal();
      assertThat(real).isBetween(0.0, Math.nextDown(1.0));
      sum += real;
    }

    for (int count : counts) {
      assertThat(count).isCloseTo(10_000, within(300));
    }
    assertThat(sum / 30_000).isCloseTo(0.5, within(0.01));
  }
}
