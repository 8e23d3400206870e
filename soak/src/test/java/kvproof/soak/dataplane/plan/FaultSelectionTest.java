package kvproof.soak.dataplane.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import kvproof.model.FetchFault;
import kvproof.model.FetchFault.Kind;
import kvproof.model.FetchPhase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaultSelectionTest {

  @Test
  void allIsEveryFaultInEveryPhase() {
    assertThat(FaultSelection.parse("all")).isEqualTo(FetchFault.all());
  }

  @Test
  void kindsStandForAllTheirPhasesInOrder() {
    assertThat(FaultSelection.parse("torn_write,cancelled,torn_write"))
        .containsExactly(
            new FetchFault(Kind.TORN_WRITE, FetchPhase.WRITING),
            new FetchFault(Kind.CANCELLED, FetchPhase.ASKED),
            new FetchFault(Kind.CANCELLED, FetchPhase.ACCEPTED),
            new FetchFault(Kind.CANCELLED, FetchPhase.WRITING));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "torn_write,", "TORN_WRITE", "torn-write", "all,torn_write"})
  void whatIsNoKindIsRefusedWithTheOnesThatThereAre(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FaultSelection.parse(text))
        .withMessageStartingWith("no fault: '")
        .withMessageContaining("source_restarted, source_crashed")
        .withMessageEndingWith("target_crashed, or all");
  }
}
