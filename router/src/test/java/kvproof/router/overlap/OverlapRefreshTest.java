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
  private static final BlockHashes NO_BLOCKS = BlockHashes.of();

  @Nested
  class Threshold {
    @Test
    @Tag("D09")
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
  }

  @Nested
  class Parsing {
    @Test
    @Tag("D11")
    void notSetIsTenSeconds() {
      RefreshThreshold.Parsed parsed = RefreshThreshold.parse(null);

      assertThat(parsed.threshold()).isEqualTo(RefreshThreshold.ofNanos(10 * SECOND));
      assertThat(parsed.warning()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "-0.0", "0e5", "-2.5"})
    @Tag("D11")
    void nothingAboveZeroSwitchesItOff(String text) {
      RefreshThreshold.Parsed parsed = RefreshThreshold.parse(text);

      assertThat(parsed.threshold()).isEqualTo(RefreshThreshold.never());
      assertThat(parsed.warning()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"inf", "-inf", "Infinity", "nan", "NaN", "1e10", "1e30", "1e400"})
    @Tag("D11")
    void endlessSwitchesItOffWithAWarning(String text) {
      RefreshThreshold.Parsed parsed = RefreshThreshold.parse(text);

      assertThat(parsed.threshold()).isEqualTo(RefreshThreshold.never());
      assertThat(parsed.warning().orElseThrow())
          .startsWith("DYN_ROUTER_OVERLAP_REFRESH_AFTER_SECS='" + text + "' is ")
          .endsWith("; waiting requests are not looked up again");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "", "10s", " 5", "1f", "0x1p3", "1,5", "e3", ".", "--1"})
    @Tag("D11")
    void noNumberIsTenSecondsWithAWarning(String text) {
      RefreshThreshold.Parsed parsed = RefreshThreshold.parse(text);

      assertThat(parsed.threshold()).isEqualTo(RefreshThreshold.defaults());
      assertThat(parsed.warning())
          .hasValue(
              "DYN_ROUTER_OVERLAP_REFRESH_AFTER_SECS='"
                  + text
                  + "' is not a number; it stays at 10 seconds");
    }

    @ParameterizedTest
    @CsvSource({
      "2.5, 2500000000",
      "+3, 3000000000",
      "5., 5000000000",
      ".25, 250000000",
      "1e2, 100000000000",
      "9e9, 9000000000000000000",
      "1e-12, 1"
    })
    void secondsBecomeNanoseconds(String text, long nanos) {
      RefreshThreshold.Parsed parsed = RefreshThreshold.parse(text);

      assertThat(parsed.threshold()).isEqualTo(RefreshThreshold.ofNanos(nanos));
      assertThat(parsed.warning()).isEmpty();
    }
  }

  @Nested
  class LookUp {
    private final List<BlockHashes> asked = new ArrayList<>();

    private OverlapRefresh<String> answering(Optional<String> answer) {
      return new OverlapRefresh<>(
          RefreshThreshold.defaults(),
          hashes -> {
            asked.add(hashes);
            return answer;
          });
    }

    @Test
    void lookedUpOnceAndAnsweredAsItIs() {
      assertThat(answering(Optional.of("new")).afterWaiting(10 * SECOND, PROMPT)).hasValue("new");
      assertThat(asked).containsExactly(PROMPT);
    }

    @Test
    void notAskedBeforeTheThreshold() {
      assertThat(answering(Optional.of("new")).afterWaiting(10 * SECOND - 1, PROMPT)).isEmpty();
      assertThat(asked).isEmpty();
    }

    @Test
    @Tag("D10")
    void emptyListOfHashesIsNotAsked() {
      assertThat(answering(Optional.of("new")).afterWaiting(10 * SECOND, NO_BLOCKS)).isEmpty();
      assertThat(asked).isEmpty();
    }

    @Test
    @Tag("D10")
    void failureIsNoAnswer() {
      OverlapRefresh<String> failing =
          new OverlapRefresh<>(
              RefreshThreshold.defaults(),
              hashes -> {
                asked.add(hashes);
                throw new IOException("index offline");
              });

      assertThat(failing.afterWaiting(10 * SECOND, PROMPT)).isEmpty();
      assertThat(asked).containsExactly(PROMPT);
    }

    @Test
    void nothingIsNoAnswer() {
      assertThat(answering(Optional.empty()).afterWaiting(10 * SECOND, PROMPT)).isEmpty();
      assertThat(asked).hasSize(1);
    }

    @Test
    void interruptionStays() {
      OverlapRefresh<String> interrupted =
          new OverlapRefresh<>(
              RefreshThreshold.defaults(),
              hashes -> {
                throw new InterruptedException();
              });

      assertThat(interrupted.afterWaiting(10 * SECOND, PROMPT)).isEmpty();
      assertThat(Thread.interrupted()).isTrue();
    }
  }
}
