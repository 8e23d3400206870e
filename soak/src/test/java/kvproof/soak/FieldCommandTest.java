package kvproof.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import kvproof.model.ApplyStatus;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.soak.field.FieldSubject;
import kvproof.soak.field.Part;
import kvproof.soak.page.Pages;
import kvproof.soak.run.LyingRouter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FieldCommandTest {
  @TempDir Path folder;
  private CommandRunner runner;

  @BeforeEach
  void newRunner() {
    runner = new CommandRunner(folder);
  }

  @Test
  void everyScenarioIsInTheTableAndNoneDiffers() {
    assertThat(runner.run("field")).isEqualTo(ExitCode.AGREED);

    List<String> lines = runner.out().lines().toList();
    assertThat(lines).filteredOn(line -> line.matches("FS-\\d\\d .*")).hasSize(75);
    assertThat(lines.getLast()).isEqualTo("FIELD rows=75 ok=63 differs=0 left_out=0 tests=12");
    assertThat(runner.err()).isEmpty();
  }

  @Test
  void oneScenarioByItsNumber() {
    assertThat(runner.run("field", "--only", "FS-02")).isEqualTo(ExitCode.AGREED);

    assertThat(runner.out().lines().skip(1))
        .containsExactly(
            "  router  ReferenceRouter",
            "  only    FS-02",
            "  report  none",
            "FS-02   ok         What is behind a hole comes back with the missing block",
            "        expected   device 2 with 6 resident, then 7 with 7; host 2, then 7",
            "        answered   6 of 6 as expected",
            "FIELD rows=1 ok=1 differs=0 left_out=0 tests=0");
  }

  @Test
  void numberThatThereIsNotIsBadUsage() {
    assertThat(runner.run("field", "--only", "FS-76")).isEqualTo(ExitCode.BAD_USAGE);

    assertThat(runner.err()).contains("no scenario FS-76; they are FS-01 to FS-75");
  }

  @Test
  void wrongAnswerIsShownWithBothValuesAndInBothReports() throws IOException {
    FieldSubject deaf =
        new FieldSubject(
            LyingRouter.side(
                () ->
                    new LyingRouter() {
                      @Override
                      public ApplyStatus apply(KvCacheEvent event) {
                        return event instanceof Removed ? ApplyStatus.OK : super.apply(event);
                      }
                    }),
            EnumSet.allOf(Part.class));

    assertThat(runner.field(deaf, "--only", "FS-23", "--report", "rep"))
        .isEqualTo(ExitCode.DIVERGED);

    String onDevice = "FS-23:9: credit device 1/0 is 4, expected 0 (over-credit of 4)";
    String onHost = "FS-23:10: credit host_pinned 1/0 is 0, expected 4 (under-credit of 4)";
    String wrong = onDevice + "\n" + onHost;
    assertThat(runner.out())
        .contains("FS-23   differs", "WRONG    " + onDevice, "WRONG    " + onHost, "differs=1");
    String page = Files.readString(folder.resolve("rep/field.html"));
    assertThat(Pages.elements(Pages.parse(page.replace("<!DOCTYPE html>", "")), "pre"))
        .singleElement()
        .extracting(pre -> pre.getTextContent())
        .isEqualTo(wrong);
    String junit = Files.readString(folder.resolve("rep/field-junit.xml"));
    assertThat(Pages.elements(Pages.parse(junit), "failure"))
        .singleElement()
        .extracting(failure -> failure.getTextContent())
        .isEqualTo(wrong);
  }

  @Test
  void whatARouterDoesNotAnswerForIsNamedInTheClosingLine() {
    FieldSubject modest =
        new FieldSubject(
            FieldSubject.reference().side(), EnumSet.of(Part.DEVICE, Part.LOWER, Part.CHOICES));

    assertThat(runner.field(modest, "--only", "FS-65")).isEqualTo(ExitCode.AGREED);

    assertThat(runner.out())
        .contains("left out: dump, resident")
        .contains("FIELD rows=1 ok=0 differs=0 left_out=1 tests=0 parts_left_out=dump,resident");
  }

  @Test
  void scenariosThatAreNoFailureAreSkippedInTheFileForABuildServer() throws IOException {
    assertThat(runner.run("field", "--only", "FS-05", "--report", "rep"))
        .isEqualTo(ExitCode.AGREED);

    String junit = Files.readString(folder.resolve("rep/field-junit.xml"));
    assertThat(Pages.elements(Pages.parse(junit), "skipped"))
        .singleElement()
        .extracting(skipped -> skipped.getAttribute("message"))
        .asString()
        .startsWith("tests: IndexModelTest.");
  }

  @Test
  void reportThatCannotBeWrittenIsTheHarnesssFault() throws IOException {
    Files.writeString(folder.resolve("rep"), "a file");

    assertThat(runner.run("field", "--only", "FS-02", "--report", "rep"))
        .isEqualTo(ExitCode.HARNESS_FAILED);
    assertThat(runner.err()).contains("cannot write rep");
  }

  @Test
  void routerThatCannotBeStartedIsBadUsage() {
    assertThat(runner.run("field", "--router", "/no/such/router")).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(runner.err()).contains("/no/such/router");
    assertThat(runner.run("field", "--router", " ")).isEqualTo(ExitCode.BAD_USAGE);
  }

  @Test
  void routerThatEndsAtOnceHasDiverged() {
    assertThat(runner.run("field", "--router", "true")).isEqualTo(ExitCode.DIVERGED);
  }

  @Test
  void interruptedRunSaysHowFarItCame() {
    runner = new CommandRunner(folder, () -> true);

    assertThat(runner.run("field")).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(runner.out()).contains("FIELD rows=0 ok=0");
  }
}
