package kvproof.soak.field;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Scheduler;
import kvproof.model.SchedulerState;
import kvproof.model.SchedulingDecision;
import kvproof.model.SchedulingStep.WorkersReplaced;
import kvproof.model.StorageTier;
import kvproof.model.casetext.CaseText;
import kvproof.router.selection.ReferenceScheduler;
import kvproof.testkit.Cases;
import kvproof.testkit.Profile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs have their right values, and each finds the fault that it is there for. */
class FieldProgramsTest {
  static List<String> names() {
    return List.copyOf(FieldPrograms.names());
  }

  @ParameterizedTest
  @MethodSource("names")
  void everythingIsAsExpected(String name) {
    List<Checked> checked = FieldPrograms.named(name).run(FieldSubject.reference());

    assertThat(checked).isNotEmpty().allMatch(Checked::isRight);
  }

  @Test
  void unknownNameIsRefused() {
    assertThatThrownBy(() -> FieldPrograms.named("wire"))
        .hasMessageContaining("no program 'wire'")
        .hasMessageContaining("wire-image");
  }

  /** The last token never reaches the hash. */
  @Test
  void hashOfFifteenTokensIsFoundOut() {
    Questions questions = new Questions("test");

    HashPositions.ask(
        questions,
        tokens -> {
          tokens[15] = 0;
          return tokens;
        });

    assertThat(questions.checked().stream().filter(Checked::isWrong))
        .extracting(Checked::question)
        .containsExactly("another token 16 gives another hash");
  }

  /** The first worker takes part in no draw but its own. */
  @Test
  void unevenTiesAndASeedThatDoesNotCountAreFoundOut() {
    Questions questions = new Questions("test");

    EvenTies.ask(questions, _ -> new OneWorker());

    assertThat(questions.checked().stream().filter(Checked::isWrong))
        .extracting(Checked::question)
        .containsExactly(
            "fewest and most of one worker lie within 850 and 1150, seed 1",
            "fewest and most of one worker lie within 850 and 1150, seed 2",
            "fewest and most of one worker lie within 850 and 1150, seed 3",
            "another seed gives another");
  }

  /** Seven of eight workers leave as soon as they have come. */
  private static final class OneWorker implements Scheduler {
    private final ReferenceScheduler scheduler = new ReferenceScheduler();

    @Override
    public List<SchedulingDecision> take(CaseStep step) {
      return scheduler.take(
          step instanceof WorkersReplaced
              ? CaseText.parse("kvproof-case 1\nprofile a\nseed 1\nschedulable 1 start 0 size 1\n")
                  .steps()
                  .getFirst()
              : step);
    }

    @Override
    public SchedulerState state() {
      return scheduler.state();
    }
  }

  /** Cases that never reach the disk. */
  @Test
  void casesWithoutADiskAreFoundOut() {
    Questions questions = new Questions("test");
    Case empty = new Case("engine", 1, List.of(), List.of(), List.of());

    DiskReached.ask(questions, _ -> empty);

    assertThat(questions.checked()).hasSize(3).allMatch(Checked::isWrong);
  }

  @Test
  void casesInWhichNothingIsReadBackAreFoundOut() {
    Questions questions = new Questions("test");

    DiskReached.ask(questions, seed -> withoutStoresAbove(Cases.drawPlain(Profile.ENGINE, seed)));

    assertThat(questions.checked().stream().filter(Checked::isWrong))
        .extracting(Checked::question)
        .containsExactly("a block was read back from disk");
  }

  private static Case withoutStoresAbove(Case drawn) {
    return new Case(
        drawn.profile(),
        drawn.seed(),
        drawn.steps().stream()
            .filter(step -> !(step instanceof Stored stored) || stored.tier() == StorageTier.DISK)
            .toList(),
        drawn.requests(),
        List.of());
  }

  @Test
  void answersAreComparedAsTexts() {
    Questions questions = new Questions("test");
    questions.ask("one", 1, () -> 1L);
    questions.ask("list", "[1, 2]", () -> Arrays.asList(1, 2));
    questions.ask(
        "failure",
        1,
        () -> {
          throw new IllegalStateException("no");
        });

    assertThat(questions.checked()).extracting(Checked::isRight).containsExactly(true, true, false);
  }
}
