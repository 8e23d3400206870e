package kvproof.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchedulerSettingsTest {

  private static SchedulerSettings settings(OptionalLong refreshAfter, OptionalLong expiry) {
    return new SchedulerSettings(
        16,
        true,
        CostWeights.defaults(),
        0,
        true,
        QueueProfile.synthetic(OptionalDouble.empty(), QueueOrder.FCFS),
        refreshAfter,
        expiry,
        OptionalLong.empty(),
        1);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void timesMustBeAboveZero(long nanos) {
    assertThatThrownBy(() -> settings(OptionalLong.of(nanos), OptionalLong.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("refresh", Long.toString(nanos));
    assertThatThrownBy(() -> settings(OptionalLong.empty(), OptionalLong.of(nanos)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("expiry", Long.toString(nanos));
  }

  @Test
  void aNanosecondIsEnough() {
    assertThat(settings(OptionalLong.of(1), OptionalLong.of(1)).refreshAfterNanos()).hasValue(1);
  }
}
