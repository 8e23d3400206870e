package kvproof.soak.outside;

import static kvproof.model.Verdict.Kind.CRASHED;
import static kvproof.model.Verdict.Kind.OVER_CREDIT;
import static kvproof.model.Verdict.Kind.TIMED_OUT;
import static kvproof.model.Verdict.Kind.WRONG_END;
import static kvproof.model.Verdict.Kind.WRONG_SOURCE;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import kvproof.model.Case;
import kvproof.model.Verdict.Kind;
import kvproof.model.casetext.CaseText;
import kvproof.soak.outside.LyingProgram.Lie;
import kvproof.soak.report.Divergence;
import kvproof.soak.run.CaseResult;
import kvproof.testkit.Cases;
import kvproof.testkit.Profile;
import kvproof.testkit.SeededRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Routers in the other router's place that lie in one way each. */
@Timeout(180)
class LyingRoutersTest {
  private static final int CASES = 150;
  private static Capabilities honest = Capabilities.ofUngreeted();

  private static RouterCommand command(Lie lie, Duration timeout) {
    return new RouterCommand(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx128m",
            "-cp",
            System.getProperty("java.class.path"),
            LyingProgram.class.getName(),
            lie.name()),
        timeout);
  }

  private static Case drawn(int index) {
    return Cases.draw(Profile.ENGINE, SeededRandom.mix(11, index));
  }

  /** The first case in which the lie is found; each is tried alone. */
  private static Optional<Divergence> caught(Lie lie, Duration timeout) {
    try (var trial = new OutsideTrial(command(lie, timeout), Path.of(""), honest)) {
      for (int i = 0; i < CASES; i++) {
        Optional<Divergence> divergence = trial.run(drawn(i)).divergence();
        if (divergence.isPresent()) {
          return divergence;
        }
      }
      return Optional.empty();
    }
  }

  @BeforeAll
  static void askWhatAnHonestOneCan() {
    try (var router = OutsideRouter.start(command(Lie.NONE, Duration.ofSeconds(60)), Path.of(""))) {
      honest = router.capabilities();
    }
  }

  @Test
  void honestRouterIsNotAccused() {
    assertThat(caught(Lie.NONE, Duration.ofSeconds(60))).isEmpty();
  }

  /** Whoever is told numbers above 2^53 as strings loses no digit. */
  @Test
  void routerWithoutLargeNumbersIsNotAccused() {
    assertThat(caught(Lie.NUMBERS_ARE_DOUBLES, Duration.ofSeconds(60))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "OVERLAP, OVER_CREDIT, 1 too many",
    "RESIDENT, OVER_CREDIT, 1 too many",
    "DUMP, UNDER_CREDIT, 0 blocks",
    "SOURCE, WRONG_SOURCE, fetch",
    "END, WRONG_END, fetch",
    "EXTRA_FIELD, WRONG_SHAPE, field 'elapsed' is none of an answer to a query",
    "EXTRA_ELEMENT, WRONG_SHAPE, field 'device' has [",
    "MISSING_FIELD, WRONG_SHAPE, field 'candidates' is missing",
    "NO_ID, WRONG_SHAPE, field 'id' is missing",
    "OTHER_ID, WRONG_SHAPE, field 'id' has",
    "NUMBER_FOR_AN_ID, WRONG_SHAPE, as asked",
    "ORDER, OUT_OF_ORDER, and that one later",
    "UNASKED_ANSWER, OUT_OF_ORDER, which asks nothing",
    "MISSING_ANSWER, UNANSWERED, and does not answer that one",
    "REPEATED_FIELD, UNREADABLE, Duplicate",
    "GARBAGE, UNREADABLE, is not JSON",
    "REFUSAL, FAILED, not today",
    "ROUNDED, WRONG_SHAPE, numbers above 2^53 have to be strings",
    "CRASH, CRASHED, ended with exit code 7",
  })
  void lieIsCaughtAndNamed(Lie lie, Kind kind, String said) {
    Divergence divergence = caught(lie, Duration.ofSeconds(60)).orElseThrow();

    assertThat(divergence.first().kind()).isEqualTo(kind);
    assertThat(divergence.first().actual()).contains(said);
    assertThat(divergence.actualBy()).isEqualTo("kvproof-reference/0-test");
  }

  @Test
  void answerToTheQuestionBeforeIsCaught() {
    Divergence divergence = caught(Lie.STALE, Duration.ofSeconds(60)).orElseThrow();

    assertThat(divergence.first().kind())
        .isIn(OVER_CREDIT, Kind.UNDER_CREDIT, WRONG_SOURCE, WRONG_END, Kind.WRONG_VALUE);
  }

  @Test
  void lieAboutAnOwnerThatAnIrregularEventDoesNotReachIsNew() {
    Case kept = CaseText.parse(LyingProbe.SECOND_MEANING);
    var promisesLess = new Capabilities(honest.name(), honest.version(), honest.can(), true);
    RouterCommand command = command(Lie.OVERLAP_OF_WORKER_3, Duration.ofSeconds(60));

    try (var trial = new OutsideTrial(command, Path.of(""), promisesLess)) {
      Divergence divergence = trial.run(kept).divergence().orElseThrow();

      assertThat(divergence.first().kind()).isEqualTo(OVER_CREDIT);
      assertThat(divergence.first().where()).isEqualTo("q1, 3/0");
      assertThat(divergence.step()).as("behind the irregular event").isEqualTo(2);
    }
  }

  @Test
  void silenceIsAFindingAndNoHang() {
    Divergence divergence = caught(Lie.HANG, Duration.ofSeconds(8)).orElseThrow();

    assertThat(divergence.first().kind()).isEqualTo(TIMED_OUT);
    assertThat(divergence.first().actual()).contains("within 8000 ms");
    assertThat(divergence.exchanged()).anyMatch(line -> line.startsWith("-> {\"op\":\"query\""));
    assertThat(divergence.exchanged()).contains("stderr lies about HANG");
  }

  /** Which case a crash belongs to is found out although many are on their way. */
  @Test
  void crashAmongManyCasesIsFoundInOneThatCrashesAlone() {
    try (var trial =
        new OutsideTrial(command(Lie.CRASH, Duration.ofSeconds(60)), Path.of(""), honest)) {
      for (int i = 0; i < 6; i++) {
        trial.begin(drawn(i));
      }

      List<CaseResult> results = trial.settle();
      while (results.size() == 1 && trial.casesOnTheirWay() > 0) {
        results = trial.settle();
      }

      assertThat(results).hasSizeGreaterThan(1);
      assertThat(results)
          .filteredOn(result -> result.divergence().isPresent())
          .isNotEmpty()
          .allSatisfy(
              result ->
                  assertThat(result.divergence().orElseThrow().first().kind()).isEqualTo(CRASHED));
    }
  }
}
