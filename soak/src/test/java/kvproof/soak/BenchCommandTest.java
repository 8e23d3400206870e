package kvproof.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchCommandTest {
  @TempDir Path folder;

  @Test
  void whoeverGoesPastTheLauncherIsToldWhatToRun() {
    var runner = new CommandRunner(folder);

    int exitCode = runner.run("bench", "--peer", "x");

    assertThat(exitCode).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(runner.err()).contains("use ./kvproof bench --peer x");
  }

  @Test
  void helpListsIt() {
    var runner = new CommandRunner(folder);

    runner.run("--help");

    assertThat(runner.out()).contains("  bench ");
  }
}
