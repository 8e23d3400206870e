package kvproof.router.overlap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kvproof.model.BlockHashes;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OverlapRefreshTest {
  private static final long SECOND = 1_000_000_000L;
  private static final BlockHashes PROMPT = BlockHashes.of(1, 2);

  @Nested
  class Threshold {
    @Test
    @Tag("D09")
    @Tag("D10")
    void requestIsDueAtTheThreshold() {
      RefreshThreshold threshold = RefreshThreshold.defaults();

      assertThat(threshold.isDue(10 * SECOND - 1, 2)).isFalse();
      assertThat(threshold.isDue(10 * SECOND, 2)).isTrue();
      assertThat(threshold.isDue(10 * SECOND, 0)).isFalse();
    }

    @Test
    void requestIsNeverDueWithoutAThreshold() {
      assertThat(RefreshThreshold.never().isDue(Long.MAX_VALUE, 2)).isFalse();
    }

    @Test
    void thresholdIsAboveZero() {
      assertThatThrownBy(() -> RefreshThreshold.ofNanos(0))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("refresh threshold must be above 0, not 0 ns");
    }

    @ParameterizedTest
    @CsvSource({"2.5, 2500000000", "1e-12, 1", "9e9, 9000000000000000000"})
    void secondsBecomeNanoseconds(double seconds, long nanos) {
      assertThat(RefreshThreshold.ofSeconds(seconds)).isEqualTo(RefreshThreshold.ofNanos(nanos));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -0.0, -2.5, 1e10, 1e300, Double.POSITIVE_INFINITY})
    void noSecondsAndTooManyAreNever(double seconds) {
      assertThat(RefreshThreshold.ofSeconds(seconds)).isEqualTo(RefreshThreshold.never());
    }

    @Test
    void secondsAreANumber() {
      assertThatThrownBy(() -> RefreshThreshold.ofSeconds(Double.NaN))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("refresh threshold is not a number");
    }
  }

  @Nested
  class LookUp {
    private final List<BlockHashes> asked = new ArrayList<>();

    private Optional<String> lookUp(Optional<String> answer) {
      return OverlapRefresh.lookUp(
          PROMPT,
          hashes -> {
            asked.add(hashes);
            return answer;
          });
    }

    @Test
    void lookedUpOnceAndAnsweredAsItIs() {
      assertThat(lookUp(Optional.of("new"))).hasValue("new");
      assertThat(asked).containsExactly(PROMPT);
    }

    @Test
    @Tag("D10")
    void failureIsNoAnswer() {
      Optional<String> failed =
          OverlapRefresh.lookUp(
              PROMPT,
              hashes -> {
                asked.add(hashes);
                throw new IOException("index offline");
              });

      assertThat(failed).isEmpty();
      assertThat(asked).containsExactly(PROMPT);
    }

    @Test
    void nothingIsNoAnswer() {
      assertThat(lookUp(Optional.empty())).isEmpty();
      assertThat(asked).hasSize(1);
    }

    @Test
    void interruptionStays() {
      Optional<String> interrupted =
          OverlapRefresh.lookUp(
              PROMPT,
              hashes -> {
                throw new InterruptedException();
              });

      assertThat(interrupted).isEmpty();
      assertThat(Thread.interrupted()).isTrue();
    }
  }
}
