package kvproof.benchmarks.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CpuPlanTest {
  private static BitSet cpus(String text) {
    return CpuPlan.parse(text);
  }

  @Test
  void threadsHaveProcessorsOfTheirOwn() {
    CpuPlan plan = CpuPlan.of(cpus("1-4,9"));

    assertThat(plan.issuer()).isEqualTo(cpus("1"));
    assertThat(plan.lanes()).isEqualTo(cpus("2-4"));
    assertThat(plan.reader()).isEqualTo(cpus("9"));
    assertThat(plan.issues()).isTrue();
  }

  @Test
  void thereAreNoMoreThanEightLanes() {
    assertThat(CpuPlan.of(cpus("0-31")).lanes()).isEqualTo(cpus("1-8"));
  }

  @Test
  void twoProcessorsAreTooFewForAnIssuerAndThePlanSaysSo() {
    CpuPlan plan = CpuPlan.of(cpus("0,1"));

    assertThat(plan.issues()).isFalse();
    assertThat(plan.text()).contains("too few processors", "lanes 0, reader 1");
  }

  @Test
  void oneProcessorIsRefused() {
    assertThatThrownBy(() -> CpuPlan.of(cpus("3"))).hasMessageContaining("two processors");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"0|0,1|2", "0|1|0", "0|1-3|3"})
  void processorThatTwoWantIsRefused(String issuer, String lanes, String reader) {
    assertThatThrownBy(() -> new CpuPlan(cpus(issuer), cpus(lanes), cpus(reader)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must not share");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "1-", "3-1", "-1"})
  void whatIsNoListIsNamed(String text) {
    assertThatThrownBy(() -> CpuPlan.parse(text)).hasMessageContaining(text);
  }

  @Test
  void listIsPrintedAsItIsRead() {
    assertThat(CpuPlan.print(cpus("0,2-4"))).isEqualTo("0,2,3,4");
  }
}
