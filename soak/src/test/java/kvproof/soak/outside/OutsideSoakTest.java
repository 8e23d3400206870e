package kvproof.soak.outside;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kvproof.soak.SoakMain;
import kvproof.soak.outside.LyingProgram.Lie;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code kvproof soak --router} as a person runs it. */
@Timeout(180)
class OutsideSoakTest {
  @TempDir private Path folder;

  private record Run(int exitCode, String out, String err) {}

  private Run soak(String router, String... options) {
    List<String> args = new ArrayList<>(List.of("soak", "--router", router));
    args.addAll(List.of("--report", folder.toString()));
    Collections.addAll(args, options);
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    int exitCode =
        SoakMain.execute(
            args.toArray(String[]::new),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8));
    return new Run(exitCode, out.toString(UTF_8), err.toString(UTF_8));
  }

  static String liar(Lie lie) {
    return Path.of(System.getProperty("java.home"), "bin", "java")
        + " -XX:TieredStopAtLevel=1 -Xmx128m -cp '"
        + System.getProperty("java.class.path")
        + "' "
        + LyingProgram.class.getName()
        + " "
        + lie;
  }

  @Test
  void honestRouterAgreesInEveryProfileAndIsNamed() {
    Run run = soak(liar(Lie.NONE), "--cases", "40", "--router-timeout", "60s");

    assertThat(run.out()).contains("profile=engine", "profile=consistent", "profile=irregular");
    assertThat(run.out())
        .containsPattern("profile=all .*diverged=0.* router=kvproof-reference/0-test")
        .contains("left_out=none", "known=0");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void findingShowsWhatWasExchangedAndHowToRunItAgain() throws IOException {
    Run run =
        soak(liar(Lie.GARBAGE), "--cases", "1", "--profile", "engine", "--router-timeout", "60s");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).contains("writes a line that is not JSON", "exchanged <- Segmentation");
    assertThat(run.out()).containsPattern("rerun .*--cases 1 --router '.*GARBAGE'");
    assertThat(Files.readString(folder.resolve("report.json")))
        .contains("\"exchanged\"", "lies about GARBAGE", "\"left_out\"");
    assertThat(Files.readString(folder.resolve("report.html"))).contains("lies about GARBAGE");
  }

  /** It is right in every case, and wrong once its input has ended. */
  @Test
  void routerThatDoesNotEndAsItMustIsAFinding() throws IOException {
    Run run =
        soak(
            liar(Lie.WORD_AT_THE_END),
            "--cases",
            "3",
            "--profile",
            "engine",
            "--router-timeout",
            "60s");

    assertThat(run.out())
        .contains("cases=3 diverged=0", " end_of_input=falsified")
        .contains("SOAK end of input falsified", "writes another line after its last answer")
        .contains("exchanged <- {\"op\":\"bye\"}");
    assertThat(run.exitCode()).isEqualTo(1);
    String wrong = "writes another line after its last answer";
    assertThat(Files.readString(folder.resolve("report.json"))).contains("\"end_of_input\"", wrong);
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("at the end of its input the router", wrong);
    assertThat(Files.readString(folder.resolve("junit.xml")))
        .contains("errors=\"1\"", "type=\"end_of_input\"", wrong);
  }

  /** What the router is told is watched like what the reference router is given. */
  @Test
  void situationsOfWhatIsToldAreCounted() throws IOException {
    Run run =
        soak(liar(Lie.NONE), "--cases", "60", "--profile", "engine", "--router-timeout", "60s");

    assertThat(run.exitCode()).isZero();
    Matcher counts =
        Pattern.compile("\"situations\" *: *\\{([^}]*)}")
            .matcher(Files.readString(folder.resolve("report.json")));
    assertThat(counts.find()).isTrue();
    assertThat(Pattern.compile(": *[1-9]").matcher(counts.group(1)).results().count())
        .as(counts.group(1))
        .isGreaterThan(10);
  }

  @Test
  void programThatIsNotThereIsBadUsage() {
    Run run = soak("no-such-router-anywhere");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("the router cannot be started", "no-such-router-anywhere");
  }

  @Test
  void programThatEndsAtOnceIsAFinding() {
    Run run = soak(Path.of(System.getProperty("java.home"), "bin", "java") + " -version");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).contains("SOAK greeting falsified", "ended with exit code 0");
  }

  @Test
  void profilesThatALineCannotTellAreRefused() {
    Run run = soak("true", "--profile", "lanes");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("engine, consistent and irregular, not lanes");
  }

  /** The example of docs/routers.md; the summary says skipped where there is no python3. */
  @Test
  void pythonExamplePasses() throws Exception {
    Path example = Path.of("..", "peers", "python", "router.py");
    assumeTrue(Files.exists(example), "no " + example);
    assumeTrue(hasPython(), "SKIPPED: there is no python3, so the example was not run");

    Run run = soak("python3 " + example, "--cases", "300", "--router-timeout", "60s");

    assertThat(run.out()).contains("profile=engine", "cases=300 diverged=0", "router=router.py/1");
    assertThat(run.out()).contains("left_out=cache_owners,candidates,intervals,continuations");
    assertThat(run.exitCode()).isZero();
  }

  /** What the page promises of it: whoever reads it has a whole router on one screen. */
  @Test
  void pythonExampleHasSixtyLinesAtMost() throws IOException {
    Path example = Path.of("..", "peers", "python", "router.py");
    assumeTrue(Files.exists(example), "no " + example);

    assertThat(Files.readAllLines(example))
        .hasSizeLessThanOrEqualTo(60)
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(120));
    assertThat(Files.readString(Path.of("..", "docs", "routers.md")))
        .contains("dictionaries in 60 lines");
  }

  private static boolean hasPython() throws InterruptedException {
    try {
      return new ProcessBuilder("python3", "--version").start().waitFor() == 0;
    } catch (IOException absent) {
      return false;
    }
  }
}
