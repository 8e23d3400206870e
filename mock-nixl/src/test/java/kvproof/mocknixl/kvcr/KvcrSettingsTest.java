package kvproof.mocknixl.kvcr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class KvcrSettingsTest {
  private static final KvcrSettings DEFAULTS = KvcrSettings.defaults();

  @Test
  void defaultsAreThoseOfKvcr() {
    assertThat(DEFAULTS)
        .isEqualTo(
            new KvcrSettings(
                Duration.ofMillis(1000),
                Duration.ofMillis(5000),
                Duration.ofMillis(100),
                true,
                false));
  }

  @Test
  void abandonTimeoutIsAtLeastTwiceTheOperationTimeout() {
    assertThat(DEFAULTS.withTimeouts(Duration.ofMillis(20), Duration.ofMillis(40)).abandonTimeout())
        .isEqualTo(Duration.ofMillis(40));
    assertThatThrownBy(
            () -> DEFAULTS.withTimeouts(Duration.ofMillis(20), Duration.ofNanos(39_999_999)))
        .hasMessageContaining("operation PT0.02S, abandon PT0.039999999S");
  }

  @Test
  void operationTimeoutIsMoreThanNothing() {
    assertThatThrownBy(() -> DEFAULTS.withTimeouts(Duration.ZERO, Duration.ofMillis(40)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void otherTimeoutsChangeNothingElse() {
    KvcrSettings odd =
        new KvcrSettings(
            Duration.ofMillis(1), Duration.ofMillis(2), Duration.ofMillis(3), false, true);

    assertThat(odd.withTimeouts(Duration.ofMillis(4), Duration.ofMillis(8)))
        .isEqualTo(
            new KvcrSettings(
                Duration.ofMillis(4), Duration.ofMillis(8), Duration.ofMillis(3), false, true));
  }
}
