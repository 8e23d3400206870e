package kvproof.testkit.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Processes that answer, are silent, or end. */
class OwnerProcessTest {
  private static final Duration SHORT = Duration.ofMillis(100);
  private static final Duration LONG = Duration.ofSeconds(60);

  private static OwnerProcess started(String script, Duration patience) throws IOException {
    return new OwnerProcess(new ProcessBuilder("sh", "-c", script), patience);
  }

  @Test
  void linesAreItsMetadataItsAddressAndItsAnswers() throws IOException, InterruptedException {
    try (OwnerProcess owner =
        started(
            "echo owner: 0102; echo owner: ff00; read it; echo noise; echo owner: you asked $it",
            LONG)) {
      assertThat(owner.metadata().toBytes()).containsExactly(1, 2);
      assertThat(owner.region().address()).isEqualTo(0xff00);
      assertThat(owner.ask("this")).isEqualTo("you asked this");
      assertThat(owner.end()).isZero();
    }
  }

  @Test
  void silentProcessIsNotWaitedForForEver() {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> started("cat", SHORT))
        .withMessage("no answer within PT0.1S");
  }

  @Test
  void processThatEndsIsNotWaitedFor() throws IOException {
    try (OwnerProcess owner = started("echo owner: 0102; echo owner: ff00; read it", LONG)) {
      assertThatExceptionOfType(AssertionError.class)
          .isThrownBy(() -> owner.ask("anything"))
          .withMessage("the process has ended");
    }
  }

  @Test
  void processThatGoesOnAfterItsInputIsNotWaitedForForEver() throws IOException {
    try (OwnerProcess stubborn =
        started(
            "echo owner: 0102; echo owner: ff00; exec tail -f /dev/null", Duration.ofSeconds(3))) {
      assertThatExceptionOfType(AssertionError.class)
          .isThrownBy(stubborn::end)
          .withMessage("has not ended within PT3S");
    }
  }
}
