package kvproof.soak.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WatchedCasesTest {
  @Test
  void allOfTheFirstAndThenOneInSixteen() {
    assertThat(WatchedCases.includes(0)).isTrue();
    assertThat(WatchedCases.includes(19_999)).isTrue();
    assertThat(WatchedCases.includes(20_000)).isTrue();
    assertThat(WatchedCases.includes(20_001)).isFalse();
    assertThat(WatchedCases.includes(20_016)).isTrue();
  }

  @Test
  void isToldWhereCasesWereLeftOut() {
    assertThat(WatchedCases.remark(20_000)).isEmpty();
    assertThat(WatchedCases.remark(20_001))
        .isEqualTo("Looked for in the first 20,000 cases, and in one in 16 after them.");
  }
}
