package kvproof.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.soak.report.RunReport;
import kvproof.soak.report.RunReport.Ending;
import kvproof.soak.report.RunReport.ProfileReport;
import org.junit.jupiter.api.Test;

class ExitCodeTest {

  private static ProfileReport profile(long casesDone, long diverged, String... missed) {
    return new ProfileReport(
        "engine",
        7,
        20_000,
        casesDone,
        diverged,
        List.of(),
        new TreeMap<>(),
        new TreeSet<>(Arrays.asList(missed)),
        new TreeMap<>(),
        new TreeMap<>(),
        List.of(),
        1);
  }

  private static int exitCode(Ending ending, ProfileReport... profiles) {
    return ExitCode.of(new RunReport("1", List.of(), List.of(profiles), ending, 2, 3));
  }

  @Test
  void oneDivergedCaseOfOneProfileIsEnough() {
    ProfileReport good = profile(20_000, 0);

    assertThat(exitCode(Ending.ALL_CASES, good, good)).isEqualTo(ExitCode.AGREED);
    assertThat(exitCode(Ending.ALL_CASES, good, profile(20_000, 1))).isEqualTo(ExitCode.DIVERGED);
    assertThat(exitCode(Ending.BUDGET_SPENT, profile(9, 0))).isEqualTo(ExitCode.AGREED);
    assertThat(exitCode(Ending.BUDGET_SPENT, profile(9, 1))).isEqualTo(ExitCode.DIVERGED);
  }

  @Test
  void profileThatComparedNothingHasNotAgreed() {
    assertThat(exitCode(Ending.BUDGET_SPENT, profile(9, 0), profile(0, 0)))
        .isEqualTo(ExitCode.HARNESS_FAILED);
    assertThat(exitCode(Ending.ALL_CASES, profile(0, 0))).isEqualTo(ExitCode.HARNESS_FAILED);
    assertThat(exitCode(Ending.ALL_CASES)).isEqualTo(ExitCode.HARNESS_FAILED);
    assertThat(exitCode(Ending.INTERRUPTED, profile(0, 0))).isEqualTo(ExitCode.INTERRUPTED);
  }

  @Test
  void missedSituationFailsALongRunOnly() {
    assertThat(exitCode(Ending.ALL_CASES, profile(19_999, 0, "miracle")))
        .isEqualTo(ExitCode.AGREED);
    assertThat(exitCode(Ending.ALL_CASES, profile(20_000, 0, "miracle")))
        .isEqualTo(ExitCode.DIVERGED);
  }

  @Test
  void interruptionAndFailureOfTheHarnessOutweighTheVerdict() {
    assertThat(exitCode(Ending.INTERRUPTED, profile(9, 1))).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(exitCode(Ending.HARNESS_FAILED, profile(9, 1))).isEqualTo(ExitCode.HARNESS_FAILED);
  }
}
