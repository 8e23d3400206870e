package kvproof.router.config;

import static kvproof.router.config.RouterConfigScenariosTest.assertRefused;
import static kvproof.router.config.RouterConfigScenariosTest.fromEnvironment;
import static kvproof.router.config.RouterConfigScenariosTest.fromYaml;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How values are spelt in variables and in YAML. */
class ValueSpellingTest {
  /** What programming languages read as numbers besides, and counts below 0, are no numbers. */
  @ParameterizedTest
  @ValueSource(strings = {"1f", "0x1p3", " 1", "1 ", "1_0", "", "1,5"})
  void numbersInVariablesAreDecimals(String text) {
    assertThat(fromEnvironment("DYN_ROUTER_TTL_SECS", text)).isEqualTo(RouterConfig.defaults());
    assertThat(fromEnvironment("DYN_ROUTER_EVENT_THREADS", text))
        .isEqualTo(RouterConfig.defaults());
  }

  @Test
  void countsInVariablesAreWholeAndNotNegative() {
    for (String text : List.of("-1", "1.5", "99999999999999999999")) {
      assertThat(fromEnvironment("DYN_ROUTER_EVENT_THREADS", text))
          .isEqualTo(RouterConfig.defaults());
      assertRefused(() -> fromEnvironment("DYN_ROUTER_MIN_INITIAL_WORKERS", text), text);
    }
    assertThat(fromEnvironment("DYN_ROUTER_TTL_SECS", ".5").value(Settings.ROUTER_TTL_SECS))
        .isEqualTo(0.5);
    assertThat(fromEnvironment("DYN_ROUTER_TTL_SECS", "+1e1").value(Settings.ROUTER_TTL_SECS))
        .isEqualTo(10);
  }

  @ParameterizedTest
  @CsvSource({
    "1,true",
    "TRUE,true",
    "' on ',true",
    "yes,true",
    "0,false",
    "False,false",
    "OFF,false",
    "no,false"
  })
  void flagsHaveSpellings(String text, boolean expected) {
    assertThat(fromEnvironment("DYN_ROUTER_REPLICA_SYNC", text).value(Settings.ROUTER_REPLICA_SYNC))
        .isEqualTo(expected);
    assertThat(
            fromEnvironment("DYN_ROUTER_TRACK_ACTIVE_BLOCKS", text)
                .value(Settings.ROUTER_TRACK_ACTIVE_BLOCKS))
        .isEqualTo(expected);
  }

  @Test
  void aBlankFlagCountsAsNotSet() {
    assertThat(fromEnvironment("DYN_ROUTER_TRACK_ACTIVE_BLOCKS", " "))
        .isEqualTo(RouterConfig.defaults());
  }

  @ParameterizedTest
  @ValueSource(strings = {"yes", "1", "'true'"})
  void flagsInYamlAreTrueOrFalse(String text) {
    assertRefused(() -> fromYaml("router_replica_sync: " + text), "true or false");
  }

  @ParameterizedTest
  @CsvSource({"0,", "-1,", ".inf,", "2.5,2500000000"})
  void refreshThresholdInYaml(String seconds, Long nanos) {
    var threshold =
        fromYaml("overlap_refresh_after_secs: " + seconds)
            .value(Settings.OVERLAP_REFRESH_AFTER_SECS);

    assertThat(threshold.nanos().isPresent()).isEqualTo(nanos != null);
    threshold.nanos().ifPresent(actual -> assertThat(actual).isEqualTo(nanos));
  }

  @Test
  void refreshThresholdThatIsNoNumberStaysAtItsDefaultWithANotice() {
    ConfigReading reading = ConfigReading.of(Map.of("DYN_ROUTER_OVERLAP_REFRESH_AFTER_SECS", "x"));

    assertThat(reading.config()).isEqualTo(RouterConfig.defaults());
    assertThat(reading.notices())
        .singleElement()
        .asString()
        .contains("DYN_ROUTER_OVERLAP_REFRESH_AFTER_SECS='x'");
    assertRefused(() -> fromYaml("overlap_refresh_after_secs: .nan"), "overlap_refresh_after_secs");
  }

  @Test
  void expiryOfZeroIsTheDefaultInAVariableAndRefusedElsewhere() {
    String variable = "DYN_ROUTER_ACTIVE_REQUEST_EXPIRY_SECS";
    assertThat(fromEnvironment(variable, "0")).isEqualTo(RouterConfig.defaults());
    assertThat(fromEnvironment(variable, "45").value(Settings.ACTIVE_REQUEST_EXPIRY_SECS))
        .isEqualTo(45);
    assertRefused(() -> fromYaml("active_request_expiry_secs: 0"), "at least 1");
    assertRefused(
        () -> RouterConfig.builder().set(Settings.ACTIVE_REQUEST_EXPIRY_SECS, 0L).build(),
        "at least 1");
  }
}
