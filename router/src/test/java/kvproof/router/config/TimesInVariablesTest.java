package kvproof.router.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.OptionalLong;
import kvproof.model.SchedulerSettings;
import kvproof.router.policy.WorkerType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Times that variables say in seconds, as a scheduler gets them. */
class TimesInVariablesTest {
  private static final String REFRESH = "DYN_ROUTER_OVERLAP_REFRESH_AFTER_SECS";
  private static final String EXPIRY = "DYN_ROUTER_ACTIVE_REQUEST_EXPIRY_SECS";
  private static final long SECOND = 1_000_000_000L;

  private static SchedulerSettings scheduler(Map<String, String> environment) {
    return new ConfigParts(ConfigReading.of(environment).config())
        .scheduler(
            PolicyProfiles.none(),
            new PartitionTraits("m", 16, WorkerType.DECODE, OptionalLong.empty(), false, 1));
  }

  private static OptionalLong refresh(String text) {
    return scheduler(Map.of(REFRESH, text)).refreshAfterNanos();
  }

  @Test
  @Tag("D11")
  void refreshThatIsNotSetIsAfterTenSeconds() {
    assertThat(scheduler(Map.of()).refreshAfterNanos()).hasValue(10 * SECOND);
    assertThat(ConfigReading.of(Map.of()).notices()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "-0.0", "0e5", "-2.5"})
  @Tag("D11")
  void refreshOfNothingAboveZeroIsOff(String text) {
    assertThat(refresh(text)).isEmpty();
    assertThat(ConfigReading.of(Map.of(REFRESH, text)).notices()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"inf", "-inf", "Infinity", "nan", "NaN", "1e10", "1e30", "1e400"})
  @Tag("D11")
  void endlessRefreshIsOffWithANotice(String text) {
    assertThat(refresh(text)).isEmpty();
    assertThat(ConfigReading.of(Map.of(REFRESH, text)).notices())
        .singleElement()
        .asString()
        .startsWith(REFRESH + "='" + text + "' is ")
        .endsWith("; waiting requests are not looked up again");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "", "10s", " 5", "1f", "0x1p3", "1,5", "e3", ".", "--1"})
  @Tag("D11")
  void refreshThatIsNoNumberIsAfterTenSecondsWithANotice(String text) {
    assertThat(refresh(text)).hasValue(10 * SECOND);
    assertThat(ConfigReading.of(Map.of(REFRESH, text)).notices())
        .containsExactly(REFRESH + "='" + text + "' is not a number; it stays at 10 seconds");
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
  void refreshIsInSeconds(String text, long nanos) {
    assertThat(refresh(text)).hasValue(nanos);
    assertThat(ConfigReading.of(Map.of(REFRESH, text)).notices()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 300",
    "x, 300",
    "45, 45",
    "+45, 45",
    "-45, 300",
    "'', 300",
    "' 45', 300",
    "4.5, 300",
    "٤٥, 300",
    "18446744073709551616, 300"
  })
  @Tag("H25")
  void expiryIsAPositiveNumberOfSecondsOrTheDefault(String text, long seconds) {
    assertThat(scheduler(Map.of(EXPIRY, text)).expiryNanos()).hasValue(seconds * SECOND);
  }

  @Test
  @Tag("H25")
  void expiryThatIsNotSetIsTheDefaultAndOnePastAllTimeTheLongest() {
    assertThat(scheduler(Map.of()).expiryNanos()).hasValue(300 * SECOND);
    assertThat(scheduler(Map.of(EXPIRY, "18446744073709551615")).expiryNanos())
        .hasValue(Long.MAX_VALUE);
    assertThat(scheduler(Map.of(EXPIRY, "9223372036854775807")).expiryNanos())
        .hasValue(Long.MAX_VALUE);
  }
}
