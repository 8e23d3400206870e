package kvproof.mocknixl.kvcr.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class EnvelopeTest {

  @Test
  void emptyFieldIsRefusedBecauseItIsAnAbsentOne() {
    assertThatIllegalArgumentException().isThrownBy(() -> Envelope.of("agent", "", "from", "to"));
    assertThatIllegalArgumentException().isThrownBy(() -> Envelope.of("agent", "life", "", "to"));
    assertThatIllegalArgumentException().isThrownBy(() -> Envelope.of("agent", "life", "from", ""));
  }

  /** It was there, and cannot be used: that is not as if it had been missing. */
  @Test
  void agentWithoutANameIsKept() {
    assertThat(Envelope.of("", "life", "from", "to").agent()).contains("");
  }
}
