package kvproof.mocknixl.net;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ClosePatienceTest {
  @Test
  void patienceThatEndsBeforeTheFlushIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ClosePatience(Duration.ofSeconds(2), Duration.ofSeconds(1)))
        .withMessageContaining("PT2S");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ClosePatience(Duration.ofMillis(-1), Duration.ofSeconds(1)));
  }
}
