package kvproof.soak;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import kvproof.mocknixl.fault.FaultyWrites;
import kvproof.mocknixl.fault.OtherBlocksBytes;
import kvproof.mocknixl.worker.BlockContent;
import kvproof.model.transfer.TransferAgent;
import kvproof.soak.dataplane.run.ServiceFailure;
import kvproof.soak.dataplane.run.ServiceLauncher;
import kvproof.soak.dataplane.run.ServiceLaunchers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class FetchCommandTest {
  private static final String[] ONE_SUFFIX = {
    "--cases", "1", "--only", "1", "--block-bytes", "4KiB", "--blocks", "6", "--layout", "part"
  };

  @TempDir Path folder;

  private static ServiceLauncher threads(UnaryOperator<TransferAgent> around) {
    return ServiceLaunchers.threads(around);
  }

  private static String[] with(String... further) {
    String[] args = new String[ONE_SUFFIX.length + further.length];
    System.arraycopy(ONE_SUFFIX, 0, args, 0, ONE_SUFFIX.length);
    System.arraycopy(further, 0, args, ONE_SUFFIX.length, further.length);
    return args;
  }

  @Test
  void aFetchThatIsRightIsShownAndReported() throws IOException {
    var command = new CommandRunner(folder);

    int exitCode = command.fetch(threads(UnaryOperator.identity()), with("--report", "report"));

    assertThat(exitCode).as(command.err()).isEqualTo(ExitCode.AGREED);
    assertThat(command.out())
        .contains("  block-bytes  4 KiB", "  seed         0x", "suffix", "6 x 4 KiB")
        .containsPattern("FETCH seed=0x\\p{XDigit}{16} cases=1 suffix=1 suffix_exact=1 ")
        .containsPattern(" wrong_blocks=0 repeated=0 diverged=0 digest=\\p{XDigit}{16}\n$");
    JsonNode report =
        new JsonMapper().readTree(Files.readString(folder.resolve("report/report.json")));
    assertThat(report.path("schema").asText()).isEqualTo("kvproof-fetch/1");
    assertThat(report.path("cases").path(0).path("timeline")).isNotEmpty();
    assertThat(folder.resolve("report/junit.xml")).content().contains("failures=\"0\"");
    assertThat(folder.resolve("report/report.html")).content().contains("class=\"timeline\"");
  }

  /** The command's own proof that it can fail. */
  @Test
  void aSourceThatWritesAnotherBlocksBytesEndsInExitCode1() {
    var command = new CommandRunner(folder);

    int exitCode = command.fetch(threads(FetchCommandTest::straying), ONE_SUFFIX);

    assertThat(exitCode).isEqualTo(ExitCode.DIVERGED);
    assertThat(command.out())
        .contains(" is block 77", "DIFFERS expected delivered", "rerun     ./kvproof fetch --seed")
        .contains(" wrong_blocks=1 repeated=0 diverged=1 ");
  }

  private static TransferAgent straying(TransferAgent agent) {
    var writes = new FaultyWrites(agent, 1);
    writes.strikeNext(
        new OtherBlocksBytes(
            victim -> {
              byte[] other = new byte[victim.length];
              new BlockContent(victim.length).fill(77, ByteBuffer.wrap(other));
              return other;
            }));
    return writes;
  }

  @Test
  void aRunWithoutNodesIsAFailureOfTheHarness() {
    var command = new CommandRunner(folder);

    int exitCode =
        command.fetch(
            name -> {
              throw new ServiceFailure("process " + name + " cannot be started: no memory");
            },
            ONE_SUFFIX);

    assertThat(exitCode).isEqualTo(ExitCode.HARNESS_FAILED);
    assertThat(command.err()).contains("cannot be started: no memory");
  }

  @Test
  void aReportThatCannotBeWrittenIsAFailureOfTheHarness() throws IOException {
    Files.writeString(folder.resolve("report"), "in the way");
    var command = new CommandRunner(folder);

    int exitCode = command.fetch(threads(UnaryOperator.identity()), with("--report", "report"));

    assertThat(exitCode).isEqualTo(ExitCode.HARNESS_FAILED);
    assertThat(command.err()).contains("kvproof: cannot write report");
    assertThat(command.out()).contains("FETCH seed=");
  }

  @Test
  void anInterruptedRunSaysSo() {
    var command = new CommandRunner(folder, () -> true);

    int exitCode = command.fetch(threads(UnaryOperator.identity()), ONE_SUFFIX);

    assertThat(exitCode).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(command.out()).contains("interrupted: 0 of 1 cases");
  }
}
