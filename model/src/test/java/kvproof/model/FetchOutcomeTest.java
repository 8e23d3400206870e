package kvproof.model;

import static kvproof.model.FetchOutcome.Status.DELIVERED;
import static kvproof.model.FetchOutcome.Status.FAILED;
import static kvproof.model.FetchOutcome.Status.NOTHING_NEEDED;
import static kvproof.model.FetchOutcome.Status.PARTIAL;
import static kvproof.model.FetchOutcome.Status.REFUSED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class FetchOutcomeTest {

  @Test
  void printsWhatCameOfIt() {
    assertThat(new FetchOutcome(PARTIAL, 6, 3, 3, 0, 6))
        .hasToString("partial: asked 6, delivered 3, missing 3, credit 0, then 6");
  }

  @Test
  void askedIsDeliveredAndMissing() {
    assertThatIllegalArgumentException().isThrownBy(() -> new FetchOutcome(PARTIAL, 6, 3, 2, 0, 6));
  }

  @Test
  void statusFitsTheCounts() {
    new FetchOutcome(DELIVERED, 2, 2, 0, 2, 2);
    new FetchOutcome(REFUSED, 2, 0, 2, 0, 2);
    new FetchOutcome(FAILED, 2, 0, 2, 0, 2);
    new FetchOutcome(NOTHING_NEEDED, 0, 0, 0, 2, 2);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FetchOutcome(DELIVERED, 2, 1, 1, 1, 2));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FetchOutcome(DELIVERED, 0, 0, 0, 2, 2));
    assertThatIllegalArgumentException().isThrownBy(() -> new FetchOutcome(PARTIAL, 2, 2, 0, 2, 2));
    assertThatIllegalArgumentException().isThrownBy(() -> new FetchOutcome(REFUSED, 2, 1, 1, 1, 2));
    assertThatIllegalArgumentException().isThrownBy(() -> new FetchOutcome(FAILED, 0, 0, 0, 1, 2));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FetchOutcome(NOTHING_NEEDED, 1, 0, 1, 1, 2));
  }

  @Test
  void computingAHoleLosesNoCredit() {
    assertThatIllegalArgumentException().isThrownBy(() -> new FetchOutcome(PARTIAL, 2, 1, 1, 2, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FetchOutcome(PARTIAL, 2, 1, 1, -1, 1));
  }
}
