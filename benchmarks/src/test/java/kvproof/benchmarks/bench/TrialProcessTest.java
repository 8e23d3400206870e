package kvproof.benchmarks.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrialProcessTest {
  private static final String START = "{\"kind\":\"start\",\"empty_sample_ns\":18,\"cpus\":\"%s\"}";
  private static final Pinning FREE = new Pinning(List.of(), "not pinned");

  private static List<String> printing(String line) {
    return List.of("/bin/sh", "-c", "echo '" + line + "'");
  }

  private static TrialProcess processes(Pinning pinning) {
    return new TrialProcess(pinning, Duration.ofSeconds(30));
  }

  @Test
  void linesOfAProcessAreRead() throws Exception {
    assertThat(processes(FREE).run(printing(START.formatted("3"))).cpus()).isEqualTo("3");
  }

  @Test
  void processThatFailsFailsTheRun() {
    assertThatThrownBy(() -> processes(FREE).run(List.of("/bin/sh", "-c", "exit 7")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("ended with 7");
  }

  @Test
  void processThatHangsIsEnded() {
    var impatient = new TrialProcess(FREE, Duration.ofMillis(200));

    assertThatThrownBy(() -> impatient.run(List.of("/bin/sh", "-c", "exec tail -f /dev/null")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("ended with 137");
  }

  @Test
  void processThatRanElsewhereThanPinnedIsRefused() {
    var pinned = new Pinning(List.of("env", "-u", "NOTHING"), "pinned");

    assertThatThrownBy(() -> processes(pinned).run(printing(START.formatted("0-1"))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("ran on 0-1");
  }
}
