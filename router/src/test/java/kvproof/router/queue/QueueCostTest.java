package kvproof.router.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueueCostTest {

  @ParameterizedTest
  @CsvSource({
    "256, 32, 32, 224, 224",
    "256, 0, 0, 256, 256",
    "64, 64, 64, 0, 1",
    "64, 96, 64, 0, 1",
    "0, 0, 0, 0, 1",
  })
  void costIsWhatIsNotCachedAndAtLeast1(
      long prompt, long cached, long expectedCached, long uncached, long cost) {
    QueueCost actual = QueueCost.of(prompt, cached);

    assertThat(actual).isEqualTo(new QueueCost(prompt, expectedCached, cost));
    assertThat(actual.uncachedTokens()).isEqualTo(uncached);
  }

  @Test
  void impossibleNumbersAreRefused() {
    assertThatThrownBy(() -> new QueueCost(4, 5, 1)).hasMessageContaining("5 tokens of 4");
    assertThatThrownBy(() -> QueueCost.of(4, -1)).hasMessageContaining("-1 tokens of 4");
    assertThatThrownBy(() -> QueueCost.of(4, 1).withCost(0)).hasMessageContaining("not 0");
  }
}
