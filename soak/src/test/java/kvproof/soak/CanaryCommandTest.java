package kvproof.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import kvproof.soak.canary.Mutant;
import kvproof.soak.canary.MutantCatalogue;
import kvproof.soak.canary.Mutants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CanaryCommandTest {
  @TempDir Path folder;

  private final MutantCatalogue catalogue = new MutantCatalogue(Mutants.all());

  private int run(CommandRunner command, String... args) {
    return command.canary(catalogue, args);
  }

  @Test
  void allCaughtIsAgreed() {
    var command = new CommandRunner(folder);

    int exitCode = run(command, "--only", "tie", "--cases", "60", "--seed", "7");

    assertThat(command.out())
        .matches(
            """
            kvproof \\S+ canary
              only     tie
              cases    60
              seed     0x0000000000000007
              threads  2
            caught +tie +\\d+ cases +\\w+ +choice +WRONG_SOURCE +\\d steps
            CANARY mutants=1 caught=1 survived=0 rotted=0 subtle=[01] median_shrunk=\\d
            """);
    assertThat(exitCode).isEqualTo(ExitCode.AGREED);
  }

  @Test
  void survivorIsDiverged() {
    var command = new CommandRunner(folder);

    assertThat(run(command, "--only", "harmless", "--cases", "5")).isEqualTo(ExitCode.DIVERGED);
    assertThat(command.out()).contains("SURVIVED", "CANARY mutants=1 caught=0 survived=1");
  }

  @Test
  void rottenMutantIsDiverged() {
    var command = new CommandRunner(folder);

    assertThat(run(command, "--only", "rotten", "--cases", "5")).isEqualTo(ExitCode.DIVERGED);
    assertThat(command.out())
        .contains("ROTTED", "its piece is not in", "CANARY mutants=1 caught=0 survived=0 rotted=1");
  }

  @Test
  void listTriesNothing() {
    var command = new CommandRunner(folder);

    assertThat(run(command, "--list")).isEqualTo(ExitCode.AGREED);
    assertThat(command.out()).contains("tie\n", "harmless\n").doesNotContain("CANARY");
  }

  @Test
  void unknownNameIsBadUsageWithNearNames() {
    var command = new CommandRunner(folder);

    assertThat(run(command, "--only", "harmful")).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(command.err())
        .startsWith("kvproof: no mutant is named like 'harmful'; there is harmless\n");
    assertThat(command.out()).isEmpty();
  }

  @Test
  void nothingNearPointsToTheList() {
    var command = new CommandRunner(folder);

    assertThat(run(command, "--only", "xyz")).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(command.err()).contains("no mutant is named like 'xyz'; --list shows all");
  }

  @Test
  void numbersOutOfRangeAreBadUsage() {
    for (String[] args : List.of(new String[] {"--cases", "0"}, new String[] {"--threads", "0"})) {
      var command = new CommandRunner(folder);

      assertThat(run(command, args)).isEqualTo(ExitCode.BAD_USAGE);
      assertThat(command.err()).contains(args[0] + " 0 is not ");
    }
  }

  @Test
  void interruptedRunSaysHowFarItCame() {
    var command = new CommandRunner(folder, () -> true);

    assertThat(run(command)).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(command.out())
        .endsWith("CANARY mutants=5 caught=0 survived=0 rotted=0 subtle=0 median_shrunk=-\n");
  }

  @Test
  void standardCatalogueIsWhatTheCommandKnows() {
    var command = new CommandRunner(folder);

    assertThat(command.run("canary", "--list")).isEqualTo(ExitCode.AGREED);
    assertThat(command.out())
        .contains(MutantCatalogue.standard().mutants().stream().map(Mutant::name).toList());
  }
}
