package kvproof.model;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import kvproof.model.SchedulingStep.ClockAdvanced;
import kvproof.model.SchedulingStep.OutputProduced;
import kvproof.model.SchedulingStep.WorkersReplaced;
import org.junit.jupiter.api.Test;

class SchedulingStepTest {
  @Test
  void outputOutOfRangeIsRefusedWithItsRequest() {
    assertThatThrownBy(() -> new OutputProduced("q1", -1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("output of request 'q1' must be at least 0 blocks, not -1");
    assertThatThrownBy(() -> new OutputProduced("q1", 1, Double.NaN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("fraction of request 'q1' must be from 0 to 1, not NaN");
  }

  @Test
  void timeBeforeTheStartAndAWorkerListedTwiceAreRefused() {
    assertThatThrownBy(() -> new ClockAdvanced(-1)).hasMessage("clock before the start: -1 ns");
    assertThatThrownBy(
            () -> new WorkersReplaced(List.of(SchedulableWorker.of(-1), SchedulableWorker.of(-1))))
        .hasMessage("worker 18446744073709551615 is listed twice");
  }
}
