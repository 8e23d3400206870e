package kvproof.soak.outside;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import kvproof.model.casetext.CaseText;
import kvproof.soak.SoakMain;
import kvproof.soak.outside.LyingProgram.Lie;
import kvproof.testkit.Cases;
import kvproof.testkit.Profile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code kvproof replay FILE --router} as a person runs it. */
@Timeout(180)
class OutsideReplayTest {
  private static final String KEPT =
      """
      kvproof-case 1
      profile engine
      seed 7
      store 1/0 device root 1:101 2:102
      store 2/0 host_pinned root 1:101
      owners project K1 1/0
      ask q1 local 1 2 targets 2/0
      """;

  @TempDir private Path folder;
  private Path kept;

  private record Run(int exitCode, String out, String err) {}

  @BeforeEach
  void keepACase() throws IOException {
    kept = folder.resolve("kept.case");
    Files.writeString(kept, CaseText.print(CaseText.parse(KEPT)));
  }

  private static Run replay(Path file, String... options) {
    List<String> args = new ArrayList<>(List.of("replay", file.toString()));
    args.addAll(List.of(options));
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    int exitCode =
        SoakMain.execute(
            args.toArray(String[]::new),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8));
    return new Run(exitCode, out.toString(UTF_8), err.toString(UTF_8));
  }

  private static Run replayOn(Lie lie, Path file) {
    return replay(file, "--router", OutsideSoakTest.liar(lie), "--router-timeout", "60s");
  }

  @Test
  void keptCaseAgreesOnAnHonestRouter() {
    Run run = replayOn(Lie.NONE, kept);

    assertThat(run.out())
        .containsPattern("SOAK profile=engine .* cases=1 diverged=0 .* left_out=none .*known=0");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void lieIsFoundAndShownWithTheSameCommand() {
    Run run = replayOn(Lie.OVERLAP, kept);

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out())
        .contains("SOAK device falsified", "1 too many", "store 1/0 device root 1:101 2:102")
        .containsPattern(
            "rerun +./kvproof replay .*kept.case --router '.*OVERLAP' --router-timeout 60s")
        .containsPattern("cases=1 diverged=1 .*router=kvproof-reference/0-test");
  }

  @Test
  void brokenLineIsAFindingWithWhatWasExchanged() {
    Run run = replayOn(Lie.REFUSAL, kept);

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).contains("not today", "exchanged -> {\"op\":\"query\"");
  }

  @Test
  void whatTheRouterCannotDoIsNamedAndNotTold() {
    Run run = replayOn(Lie.MODEST, kept);

    assertThat(run.out()).contains("left_out=lower,cache_owners,candidates,", "steps_left_out=1 ");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void schedulingOfAKeptCaseIsLeftOutAndNamed() throws IOException {
    Path full = folder.resolve("full.case");
    Files.writeString(full, CaseText.print(Cases.draw(Profile.FULL, 3)));

    Run run = replayOn(Lie.NONE, full);

    assertThat(run.out()).containsPattern("profile=full .*diverged=0 .*left_out=scheduling ");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void unusableOptionsAndProgramsAreRefused() throws IOException {
    Path trace = Files.writeString(folder.resolve("trace.jsonl"), "{}\n");

    assertThat(replay(kept, "--router-timeout", "5s").err()).contains("needs --router");
    assertThat(replay(trace, "--router", "true").err()).contains("--router was given");
    assertThat(replay(kept, "--router", "no-such-router").exitCode()).isEqualTo(2);
    Run silent = replay(kept, "--router", "true");
    assertThat(silent.exitCode()).isEqualTo(1);
    assertThat(silent.out()).contains("SOAK greeting falsified");
  }
}
