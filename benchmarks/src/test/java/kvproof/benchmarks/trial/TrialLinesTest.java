package kvproof.benchmarks.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import kvproof.benchmarks.timing.Latency;
import kvproof.benchmarks.timing.LatencyRound;
import org.junit.jupiter.api.Test;

class TrialLinesTest {
  private static final String START =
      "{\"kind\":\"start\",\"empty_sample_ns\":18,\"cpus\":\"1\",\"crate\":\"dynamo-kv-router\"}";

  /** As the peer prints it: no floor, no intervals, and more than is read. */
  private static final String PEER =
      """
      {"kind":"inventory","number":6,"title":"32k fragmented 64/8","unit":"us",\
      "operation":{"rounds":[{"p50":1.9,"p99":6.1,"mean":2.0,"fastest":1.8,"calls":5000}]},\
      "noise":{"rounds":[{"p50":2.2,"p99":5.6,"mean":2.3,"fastest":2.2,"calls":1000}]},\
      "allocations_per_call":28.0,"allocated_bytes_per_call":16696.0,"result":{"oracle":"ok"}}""";

  private static Latency latency(double p50) {
    return new Latency(List.of(new LatencyRound(p50, 2 * p50, p50, p50 / 2, 100)));
  }

  @Test
  void linesOfThePeerAreRead() {
    Trial trial = TrialLines.read(List.of(START, PEER, "{\"kind\":\"more\"}"));

    assertThat(trial.cpus()).isEqualTo("1");
    assertThat(trial.emptySampleNanos()).isEqualTo(18);
    assertThat(trial.raw()).hasSize(3);
    TimedInventory timed = trial.inventories().getFirst();
    assertThat(timed.number()).isEqualTo(6);
    assertThat(timed.operation().bestP99()).isEqualTo(6.1);
    assertThat(timed.floor()).isEmpty();
    assertThat(timed.intervals()).isEmpty();
    assertThat(timed.allocatedBytes()).isEqualTo(16_696);
  }

  @Test
  void whatATrialPrintsIsWhatIsRead() {
    var bytes = new ByteArrayOutputStream();
    var out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    var timed =
        new TimedInventory(
            3,
            "32k shared suffix 256/8",
            latency(1.25),
            latency(2.5),
            Optional.of(latency(0.5)),
            0,
            OptionalInt.of(264));

    out.println(StartLine.print("0-1", 20));
    new TrialWriter(out).inventory(timed);

    Trial trial = TrialLines.read(bytes.toString(StandardCharsets.UTF_8).lines().toList());
    assertThat(trial.inventories()).containsExactly(timed);
    assertThat(trial.cpus()).isEqualTo("0-1");
    assertThat(trial.emptySampleNanos()).isEqualTo(20);
  }

  @Test
  void lineWithoutRoundsIsRefusedByName() {
    String empty =
        PEER.replaceFirst("\"operation\":\\{\"rounds\":\\[[^]]*]", "\"operation\":{\"rounds\":[]");

    assertThatThrownBy(() -> TrialLines.read(List.of(START, empty)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no rounds of operation")
        .hasMessageContaining("32k fragmented");
  }

  @Test
  void trialThatNeverStartedIsRefused() {
    assertThatThrownBy(() -> TrialLines.read(List.of(PEER)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("without a start line");
    assertThatThrownBy(() -> TrialLines.read(List.of("thread 'main' panicked")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("panicked");
  }

  @Test
  void processorsAreReadBackAsTheSystemListsThem() {
    assertThat(AllowedCpus.of(List.of("Name:\tjava", "Cpus_allowed_list:\t0-1,5")))
        .isEqualTo("0-1,5");
    assertThat(AllowedCpus.of(List.of())).isEmpty();
    assertThat(AllowedCpus.last("0-1,5")).isEqualTo(5);
    assertThat(AllowedCpus.last("0-3")).isEqualTo(3);
    assertThat(AllowedCpus.last("7")).isEqualTo(7);
    assertThat(AllowedCpus.last("")).isEqualTo(-1);
  }
}
