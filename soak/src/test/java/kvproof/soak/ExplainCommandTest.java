package kvproof.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import kvproof.soak.page.Pages;
import kvproof.soak.run.Contest;
import kvproof.soak.run.Doctored;
import kvproof.soak.run.LyingRouter;
import kvproof.soak.run.Side;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainCommandTest {
  /** Every kind of step, of clause and of line that the notation has. */
  private static final String EVERY_KIND =
      """
      kvproof-case 1
      profile irregular
      seed 7
      workers unlisted
      workers none
      workers 1 ranks 0 type decode endpoint 0 tcp://w1:9000 source agent island rack r1 required ; \
      2 ranks 0 1 type "pre<fill>" endpoint 0 "tcp://<w2>" island rack r1 preferred
      owners none
      owners project K1 2/0 advertise K2 "tcp://\\"k2\\"&" type "" attach 1/0
      store 1/0 device root 1:101 2:102
      store 2/0 device root
      store 2/0 host_pinned root 1:101 2:102 3:103
      store K1 disk 103 4:104
      store K2 external 104 5:fedcba9876543210
      store K2 device root 1:101
      store 2/1 device 5 1:5
      remove 2/0 host_pinned 102 999
      clear 1/0 K2
      clear K2
      store 1/0 device root 1:101
      remove-rank 2/1
      remove-worker 9
      ask q1 local 1 2 3 4 5 targets 1/0 2/0
      ask "q <2>" local targets
      fetch q1 target 1/0 instead 2/0
        meanwhile remove 2/0 host_pinned 103
      """;

  @TempDir Path folder;
  private CommandRunner runner;

  @BeforeEach
  void newRunner() {
    runner = new CommandRunner(folder);
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void caseWithEveryKindOfClauseIsDrawn() throws IOException {
    write("every.case", EVERY_KIND);

    int exitCode = runner.run("explain", "every.case");

    String page = Files.readString(folder.resolve("every.html"));
    assertThat(exitCode).isZero();
    assertThat(runner.err()).isEmpty();
    assertThat(runner.out())
        .contains("host_pinned", "frontier 1")
        .endsWith("picture   every.html\n");
    assertThat(Pages.parse(page).getDocumentElement().getTextContent())
        .contains("type pre<fill>", "tcp://\"k2\"&", "ask q <2>: 0 blocks", "meanwhile remove");
    assertThat(Pages.loads(page)).isEmpty();
  }

  @Test
  void pageGoesWhereItIsAsked() throws IOException {
    write("every.case", EVERY_KIND);

    assertThat(runner.run("explain", "every.case", "--out", "picture.html")).isZero();

    assertThat(folder.resolve("picture.html")).exists();
    assertThat(folder.resolve("every.html")).doesNotExist();
  }

  @Test
  void routerThatIsWrongShowsAndExitsWithOne() throws IOException {
    write("every.case", EVERY_KIND);
    Side liar = LyingRouter.inAnswers(Doctored::withoutDevice);

    int exitCode = runner.explain(Contest.standard().withRouter(liar), "every.case");

    assertThat(exitCode).isEqualTo(ExitCode.DIVERGED);
    assertThat(runner.out()).contains("1 (OwnerInventoryOracle), 0 (LyingRouter)");
  }

  @Test
  void routerThatFailsIsToldOfOnceAndTheOracleShows() throws IOException {
    write("every.case", EVERY_KIND);
    Side failing =
        LyingRouter.inAnswers(
            answer -> {
              throw new IllegalStateException("out of order");
            });

    int exitCode = runner.explain(Contest.standard().withRouter(failing), "every.case");

    assertThat(exitCode).isEqualTo(ExitCode.DIVERGED);
    assertThat(runner.err()).containsOnlyOnce("out of order");
    assertThat(runner.out()).contains("frontier 1");
  }

  @Test
  void brokenCaseIsRefusedWithLineAndColumn() throws IOException {
    write("broken.case", "kvproof-case 1\nprofile p\nseed 7\nstore 1/0 devise root\n");

    assertThat(runner.run("explain", "broken.case")).isEqualTo(ExitCode.BAD_USAGE);

    assertThat(runner.err()).startsWith("kvproof: broken.case, line 4, column 11");
    assertThat(folder.resolve("broken.html")).doesNotExist();
  }

  @Test
  void fileThatIsNotThereIsRefused() {
    assertThat(runner.run("explain", "gone.case")).isEqualTo(ExitCode.BAD_USAGE);

    assertThat(runner.err()).contains("gone.case cannot be read: no such file");
  }

  @Test
  void fileThatIsNoTextIsRefused() throws IOException {
    Files.write(folder.resolve("bytes.case"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});

    assertThat(runner.run("explain", "bytes.case")).isEqualTo(ExitCode.BAD_USAGE);

    assertThat(runner.err()).contains("bytes.case cannot be read: not UTF-8");
  }

  @Test
  void caseIsNeverOverwritten() throws IOException {
    Path file = write("every.case", EVERY_KIND);

    assertThat(runner.run("explain", "every.case", "--out", "./every.case"))
        .isEqualTo(ExitCode.BAD_USAGE);

    assertThat(file).hasContent(EVERY_KIND);
  }

  @Test
  void pageThatCannotBeWrittenIsNamedWithARemedy() throws IOException {
    write("every.case", EVERY_KIND);

    int exitCode = runner.run("explain", "every.case", "--out", "gone/picture.html");

    assertThat(exitCode).isEqualTo(ExitCode.HARNESS_FAILED);
    assertThat(runner.err()).contains("cannot write gone/picture.html", "no such file", "--out");
  }
}
