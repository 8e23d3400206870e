package kvproof.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import kvproof.soak.run.Progress;
import kvproof.soak.run.RunControl;
import org.junit.jupiter.api.Test;

class ShownProgressTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final AtomicLong seconds = new AtomicLong();

  private Progress progress(boolean isTerminal) {
    var stream = new PrintStream(err, true, StandardCharsets.UTF_8);
    var control = new RunControl(() -> seconds.get() * 1_000_000_000L, () -> false);
    return ShownProgress.on(new Surroundings(stream, stream, isTerminal, Path.of(""), control));
  }

  private String shown() {
    return err.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }

  @Test
  void aLineComesEveryFiveSecondsWhereNobodyWatches() {
    Progress progress = progress(false);

    progress.started("engine", 100);
    for (int done = 1; done <= 12; done++) {
      seconds.incrementAndGet();
      progress.advanced(done * 4L, done / 4);
    }
    progress.ended();

    assertThat(shown())
        .isEqualTo(
            """
            engine: 20 of 100 cases, 1 diverged, 4 cases/s
            engine: 40 of 100 cases, 2 diverged, 4 cases/s
            """);
  }

  @Test
  void theUnitIsNamed() {
    var stream = new PrintStream(err, true, StandardCharsets.UTF_8);
    var control = new RunControl(() -> seconds.get() * 1_000_000_000L, () -> false);
    Progress progress =
        ShownProgress.on(new Surroundings(stream, stream, false, Path.of(""), control), "requests");

    progress.started("replay", 30);
    seconds.set(5);
    progress.advanced(10, 0);

    assertThat(shown()).isEqualTo("replay: 10 of 30 requests, 0 diverged, 2 requests/s\n");
  }

  @Test
  void aBarIsShownToAPerson() {
    Progress progress = progress(true);

    progress.started("engine", 100);
    progress.advanced(100, 3);
    progress.ended();

    assertThat(shown()).contains("engine", "100%", "3 diverged");
  }
}
