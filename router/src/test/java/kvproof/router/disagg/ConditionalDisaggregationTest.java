package kvproof.router.disagg;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which requests skip the remote prefill. */
class ConditionalDisaggregationTest {
  private static final Optional<Boolean> BUSY = Optional.of(true);
  private static final Optional<Boolean> CALM = Optional.of(false);
  private static final Optional<Boolean> UNKNOWN = Optional.empty();

  private static ConditionalDisaggregation with(BypassPolicy policy) {
    return of(Optional.of(policy), 0.7);
  }

  private static ConditionalDisaggregation of(Optional<BypassPolicy> policy, double share) {
    return new ConditionalDisaggregation(
        policy, 2048, share, OptionalDouble.of(0.5), OptionalDouble.of(0.9));
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 896, 0.7, true",
    "200, 0, 0.7, false",
    "2048, 0, 0.99, false",
    "2100, 48, 0.99, false",
    "0, 0, 0.7, true",
    "2100, 53, 0.99, true",
    "1000, 300, 0.7, false",
    "1000, 301, 0.7, true",
    "100, 900, 0.7, true",
    "4000, 1952, 0.7, false",
    "4000, 1953, 0.7, true",
  })
  @Tag("I27")
  void shortRestOfAPromptIsPrefilledWhereItDecodes(
      long promptTokens, long cachedTokens, double share, boolean expected) {
    var bounding = of(Optional.of(BypassPolicy.ISL_BOUNDING), share);

    assertThat(bounding.bypasses(promptTokens, cachedTokens, UNKNOWN)).isEqualTo(expected);
    assertThat(bounding.bypasses(promptTokens, cachedTokens, BUSY)).isEqualTo(expected);
  }

  @Test
  @Tag("I28")
  void busyPrefillWorkerIsSkippedAndACalmOrUnknownOneIsNot() {
    ConditionalDisaggregation load = with(BypassPolicy.PREFILL_LOAD);

    assertThat(load.bypasses(5000, 0, BUSY)).isTrue();
    assertThat(load.bypasses(5000, 0, CALM)).isFalse();
    assertThat(load.bypasses(5000, 0, UNKNOWN)).isFalse();
    assertThat(load.bypasses(1000, 896, CALM)).isFalse();
  }

  @Test
  void eitherReasonDoesForTheirUnion() {
    ConditionalDisaggregation either = with(BypassPolicy.ISL_OR_LOAD);

    assertThat(either.bypasses(5000, 0, BUSY)).isTrue();
    assertThat(either.bypasses(1000, 896, CALM)).isTrue();
    assertThat(either.bypasses(5000, 0, CALM)).isFalse();
    assertThat(either.bypasses(5000, 0, UNKNOWN)).isFalse();
  }

  /** More may be cached than the prompt has; nothing is left then, and not less. */
  @Test
  void thresholdOfZeroNeverBypasses() {
    var never =
        new ConditionalDisaggregation(
            Optional.of(BypassPolicy.ISL_BOUNDING),
            0,
            0.7,
            OptionalDouble.empty(),
            OptionalDouble.empty());

    assertThat(never.bypasses(100, 900, UNKNOWN)).isFalse();
  }

  @Test
  void disabledNeverBypasses() {
    assertThat(of(Optional.empty(), 0.7).bypasses(1000, 896, BUSY)).isFalse();
  }

  @Test
  void linesAreExceededStrictlyAndNeedACapacity() {
    ConditionalDisaggregation lines = with(BypassPolicy.ISL_OR_LOAD);

    assertThat(lines.isPrefillBusy(50, OptionalLong.of(100))).contains(false);
    assertThat(lines.isPrefillBusy(51, OptionalLong.of(100))).contains(true);
    assertThat(lines.isPrefillBusy(51, OptionalLong.empty())).isEmpty();
    assertThat(lines.isDecodeBusy(90, OptionalLong.of(100))).contains(false);
    assertThat(lines.isDecodeBusy(91, OptionalLong.of(100))).contains(true);
    assertThat(lines.isDecodeBusy(91, OptionalLong.empty())).isEmpty();
    var without =
        new ConditionalDisaggregation(
            Optional.empty(), 1, 1, OptionalDouble.empty(), OptionalDouble.empty());
    assertThat(without.isPrefillBusy(51, OptionalLong.of(1))).isEmpty();
    assertThat(without.isDecodeBusy(51, OptionalLong.of(1))).isEmpty();
  }
}
