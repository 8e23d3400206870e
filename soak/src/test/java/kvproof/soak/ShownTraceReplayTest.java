package kvproof.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShownTraceReplayTest {
  private static final String REQUEST =
      "{\"timestamp\":0,\"input_length\":1,\"output_length\":1,\"hash_ids\":[1,2]}";

  @TempDir Path folder;

  private void writeTrace(String text) throws IOException {
    Files.writeString(folder.resolve("a.jsonl"), text);
  }

  @Test
  void anInterruptedReplaySaysHowFarItCame() throws IOException {
    writeTrace((REQUEST + "\n").repeat(8) + REQUEST);
    var asked = new AtomicInteger();
    var runner = new CommandRunner(folder, () -> asked.incrementAndGet() > 5);

    int exitCode = runner.run("replay", "a.jsonl");

    assertThat(exitCode).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(runner.out())
        .contains("\ninterrupted: 5 of 9 requests\n")
        .contains("\nREPLAY requests=5 ");
  }

  @Test
  void aReplayInterruptedBeforeItsFirstRequestIsNoBadFile() throws IOException {
    writeTrace(REQUEST + "\n");
    var runner = new CommandRunner(folder, () -> true);

    assertThat(runner.run("replay", "a.jsonl")).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(runner.out()).contains("\ninterrupted: 0 of 1 requests\n");
  }

  @Test
  void aReplayAskedToStopBehindItsLastRequestIsWhole() throws IOException {
    writeTrace((REQUEST + "\n").repeat(3));
    var asked = new AtomicInteger();
    var runner = new CommandRunner(folder, () -> asked.incrementAndGet() > 3);

    assertThat(runner.run("replay", "a.jsonl")).isEqualTo(ExitCode.AGREED);
    assertThat(runner.out()).doesNotContain("interrupted");
  }
}
