package kvproof.router.overlap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OverlapAccountingTest {
  private static final OverlapAccounting DEFAULTS = new OverlapAccounting(0.75, 0.25, 16);

  @Test
  @Tag("D01")
  void tiersCountByTheirWeight() {
    OverlapAccounting accounting = new OverlapAccounting(0.5, 0.25, 16);

    double effective = accounting.effective(2, 3, 4, 5);

    assertThat(effective).isEqualTo(5.75);
    assertThat(accounting.cachedTokens(effective)).isEqualTo(92);
  }

  @Test
  @Tag("D02")
  void defaultWeights() {
    assertThat(DEFAULTS.effective(2, 1, 2, 0)).isEqualTo(3.25);
    assertThat(DEFAULTS.cachedTokens(3.25)).isEqualTo(52);
    assertThat(DEFAULTS.effective(0, 1, 0, 0)).isEqualTo(0.75);
    assertThat(DEFAULTS.cachedTokens(0.75)).isEqualTo(12);
  }

  @Test
  void externalBlocksWeighWhatDiskBlocksDo() {
    assertThat(DEFAULTS.effective(0, 0, 0, 4)).isEqualTo(DEFAULTS.effective(0, 0, 4, 0));
  }

  /** Half a token is a whole one; what lies below it is none, however close. */
  @ParameterizedTest
  @CsvSource({"0.5, 1", "1.5, 2", "2.5, 3", "0.49999999999999994, 0", "2.4999999999999996, 2"})
  void tokensAreRoundedHalfUp(double effective, long tokens) {
    assertThat(new OverlapAccounting(0.75, 0.25, 1).cachedTokens(effective)).isEqualTo(tokens);
  }

  @Test
  void nothingNegativeIsSaved() {
    assertThat(DEFAULTS.cachedTokens(-3)).isZero();
    assertThat(DEFAULTS.cachedTokens(0)).isZero();
  }

  @Test
  @Tag("D07")
  void effectivePrefillIsWhatIsNotCached() {
    assertThat(OverlapAccounting.effectivePrefill(100, 40)).isEqualTo(60);
    assertThat(OverlapAccounting.effectivePrefill(100, 120)).isZero();
    assertThat(OverlapAccounting.effectivePrefill(0, 16)).isZero();
  }

  @Test
  @Tag("D08")
  void callerCannotPrefillMoreThanThePromptHas() {
    assertThatThrownBy(() -> OverlapAccounting.requireEffectivePrefill(100, 101))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "effective prefill of 101 tokens for a prompt of 100 (0 to the length of the prompt)");
    assertThatThrownBy(() -> OverlapAccounting.requireEffectivePrefill(100, -1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(OverlapAccounting.requireEffectivePrefill(100, 100)).isEqualTo(100);
    assertThat(OverlapAccounting.requireEffectivePrefill(100, 0)).isZero();
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.01, 1.01, Double.NaN, Double.POSITIVE_INFINITY})
  void weightsAreShares(double weight) {
    assertThatThrownBy(() -> new OverlapAccounting(weight, 0.25, 16))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("host_cache_hit_weight must be from 0 to 1, not " + weight);
    assertThatThrownBy(() -> new OverlapAccounting(0.75, weight, 16))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("disk_cache_hit_weight must be from 0 to 1, not " + weight);
  }

  @Test
  void blockHasAToken() {
    assertThatThrownBy(() -> new OverlapAccounting(0.75, 0.25, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("block size must be at least 1, not 0");
  }
}
