package kvproof.mocknixl.throughput;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ThroughputTest {
  private static final double ONE_MEGABYTE = 1e6;

  @Test
  void inProcessCopiesAreMeasuredBesidePlainOnes() {
    Throughput measured = Throughput.inProcess(16, 64 << 10, Duration.ofMillis(50));

    assertThat(measured.agentBytesPerSecond()).isGreaterThan(ONE_MEGABYTE);
    assertThat(measured.baselineBytesPerSecond()).isGreaterThan(ONE_MEGABYTE);
  }

  @Test
  void transfersOverTcpAreMeasuredBesideAPlainConnection() {
    Throughput measured = Throughput.loopback(16, 64 << 10, Duration.ofMillis(50));

    assertThat(measured.agentBytesPerSecond()).isGreaterThan(ONE_MEGABYTE);
    assertThat(measured.baselineBytesPerSecond()).isGreaterThan(ONE_MEGABYTE);
  }

  @Test
  void shareIsOfTheBaseline() {
    assertThat(new Throughput(1, 1, 3, 4).share()).isEqualTo(0.75);
  }
}
