package kvproof.soak.dataplane.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.function.UnaryOperator;
import kvproof.mocknixl.throughput.Throughput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class SpeedRunTest {
  private static final Duration SHORT = Duration.ofMillis(20);

  @Test
  void severalMeasurementsAreMadeWithOneOther() {
    try (var run = new SpeedRun(ServiceLaunchers.threads(UnaryOperator.identity()))) {
      Throughput small = run.measure(4, 4096, SHORT);
      Throughput large = run.measure(2, 64 << 10, SHORT);

      assertThat(small.agentBytesPerSecond()).isPositive();
      assertThat(small.baselineBytesPerSecond()).isPositive();
      assertThat(large.blockBytes()).isEqualTo(64 << 10);
    }
  }

  /** The far end says that one block less has come. */
  @Test
  void blocksThatDidNotArriveFailTheMeasurement() {
    ServiceLauncher lossy =
        AlteredLink.threads(
            UnaryOperator.identity(), answer -> answer.replace("\"right\":4", "\"right\":3"));

    try (var run = new SpeedRun(lossy)) {
      assertThatIllegalStateException()
          .isThrownBy(() -> run.measure(4, 4096, SHORT))
          .withMessage("of 4 measured blocks 3 arrived with the right bytes");
    }
  }
}
