package kvproof.soak.field;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.ApplyStatus;
import kvproof.model.BlockHashes;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.soak.run.LyingRouter;
import kvproof.testkit.Profile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Routers with the fault that a scenario tells of turn just that scenario red. */
class BrokenRoutersTest {

  static Stream<Arguments> faults() {
    return Stream.of(
        arguments("FS-02", "(under-credit of 4)", router(BrokenRoutersTest::pruning)),
        arguments("FS-09", "(over-credit of 5)", router(BrokenRoutersTest::deafToClears)),
        arguments("FS-12", "(under-credit of 2)", router(BrokenRoutersTest::refusingOrphans)),
        arguments("FS-23", "credit host_pinned 1/0 is 0", router(BrokenRoutersTest::tierBlind)),
        arguments("FS-37", "source 1/0 is 2/0", router(BrokenRoutersTest::endpointBlind)),
        arguments("FS-38", "source 1/0 is 5/0", router(BrokenRoutersTest::lastOfEqualSources)),
        arguments("FS-57", "resident 2/0 is 0", router(BrokenRoutersTest::zeroForAbsent)),
        arguments("FS-65", "held device 1/0 is 101", router(BrokenRoutersTest::keepingTheGone)),
        arguments("FS-67", "resident 1/1 is 0", router(BrokenRoutersTest::clearingTheWorker)));
  }

  private static Supplier<LyingRouter> router(Supplier<LyingRouter> fresh) {
    return fresh;
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("faults")
  void scenarioOfTheFaultDiffers(String number, String complaint, Supplier<LyingRouter> broken) {
    FieldResult result = run(number, broken);

    assertThat(result.verdict()).isEqualTo(FieldVerdict.DIFFERS);
    assertThat(FieldTable.wrong(result)).anyMatch(text -> text.contains(complaint));
    assertThat(result.disputed()).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void soundRouterInItsPlaceIsRight(String number, String complaint, Object broken) {
    assertThat(run(number, LyingRouter::new).verdict()).isEqualTo(FieldVerdict.OK);
  }

  /** The wire, the filter and the conversion are sound: the index loses every removal. */
  @Test
  void programsThatAskTheSubjectFindItsFaults() {
    Supplier<LyingRouter> deaf =
        () ->
            new LyingRouter() {
              @Override
              public ApplyStatus apply(KvCacheEvent event) {
                return event instanceof Removed ? ApplyStatus.OK : super.apply(event);
              }
            };

    assertThat(run("FS-22", deaf).verdict()).isEqualTo(FieldVerdict.DIFFERS);
    assertThat(run("FS-24", deaf).verdict()).isEqualTo(FieldVerdict.DIFFERS);
    assertThat(run("FS-73", deaf).verdict()).isEqualTo(FieldVerdict.DIFFERS);
    assertThat(run("FS-71", deaf).verdict()).isEqualTo(FieldVerdict.OK);
  }

  @Test
  void routerThatNamesNoSourceIsFoundByTheFetchThatDoesNotCome() {
    Supplier<LyingRouter> deaf =
        () ->
            new LyingRouter() {
              @Override
              public Answer answer(Request request) {
                Answer answer = super.answer(request);
                TreeMap<WorkerWithDpRank, SourceChoice> none = new TreeMap<>();
                answer
                    .choices()
                    .forEach(
                        (rank, choice) -> none.put(rank, SourceChoice.none(choice.frontier())));
                return with(answer, none);
              }
            };

    FieldResult result = run("FS-44", deaf);

    assertThat(FieldTable.wrong(result)).anyMatch(text -> text.contains("no answer: "));
    assertThat(result.verdict()).isEqualTo(FieldVerdict.DIFFERS);
  }

  @Test
  void routerThatFailsIsAnAnswerAndNotTheEnd() {
    Supplier<LyingRouter> failing =
        () ->
            new LyingRouter() {
              @Override
              public ApplyStatus apply(KvCacheEvent event) {
                throw new IllegalStateException("full");
              }
            };

    FieldResult result = run("FS-02", failing);

    assertThat(result.verdict()).isEqualTo(FieldVerdict.DIFFERS);
    assertThat(result.answered()).contains("no answer: java.lang.IllegalStateException: full");
  }

  @Test
  void oracleThatIsWrongIsNamed() {
    FieldSubject wrong =
        new FieldSubject(LyingRouter.side(BrokenRoutersTest::pruning), EnumSet.allOf(Part.class));

    FieldResult result = new FieldRun(FieldSubject.reference(), List.of(wrong)).run(row("FS-02"));

    assertThat(result.checked()).noneMatch(Checked::isWrong);
    assertThat(result.verdict()).isEqualTo(FieldVerdict.DIFFERS);
    assertThat(result.answered()).startsWith("LyingRouter, FS-02:");
    assertThat(result.disputed()).anyMatch(text -> text.contains("(under-credit of 4)"));
  }

  @Test
  void whatTheSubjectDoesNotAnswerForIsLeftOutByName() {
    FieldSubject modest =
        new FieldSubject(
            FieldSubject.reference().side(), EnumSet.of(Part.DEVICE, Part.LOWER, Part.CHOICES));

    FieldRun run = new FieldRun(modest, FieldSubject.oracles());

    assertThat(run.run(row("FS-02")).verdict()).isEqualTo(FieldVerdict.LEFT_OUT);
    assertThat(run.run(row("FS-02")).note()).isEqualTo("left out: resident");
    assertThat(run.run(row("FS-02")).answered()).isEqualTo("4 of 6 as expected");
    assertThat(run.run(row("FS-15")).leftOut()).containsExactly("resident", "streams");
    assertThat(run.run(row("FS-44")).leftOut()).containsExactly("continuations", "hints");
    assertThat(run.run(row("FS-11")).verdict()).isEqualTo(FieldVerdict.OK);
  }

  /** The hole of FS-02 is none that an engine makes; the clear of FS-09 is. */
  @Test
  void faultBeyondThePromiseIsToldAndIsNoFault() {
    FieldResult pruned = runPromising(Profile.ENGINE, "FS-02", BrokenRoutersTest::pruning);
    FieldResult deaf = runPromising(Profile.ENGINE, "FS-09", BrokenRoutersTest::deafToClears);

    assertThat(pruned.verdict()).isEqualTo(FieldVerdict.BEYOND);
    assertThat(FieldTable.wrong(pruned)).anyMatch(text -> text.contains("(under-credit of 4)"));
    assertThat(new FieldSummary(List.of(pruned)).line())
        .isEqualTo("FIELD rows=1 ok=0 differs=0 left_out=0 tests=0 beyond=1");
    assertThat(deaf.verdict()).isEqualTo(FieldVerdict.DIFFERS);
  }

  private static FieldResult runPromising(
      Profile promised, String number, Supplier<LyingRouter> fresh) {
    FieldSubject subject =
        new FieldSubject(LyingRouter.side(fresh), EnumSet.allOf(Part.class), promised);
    return new FieldRun(subject, FieldSubject.oracles()).run(row(number));
  }

  private static FieldResult run(String number, Supplier<LyingRouter> fresh) {
    FieldSubject subject = new FieldSubject(LyingRouter.side(fresh), EnumSet.allOf(Part.class));
    return new FieldRun(subject, FieldSubject.oracles()).run(row(number));
  }

  private static FieldRow row(String number) {
    return FieldRows.standard().stream()
        .filter(row -> row.number().equals(number))
        .findFirst()
        .orElseThrow();
  }

  /** Removing a block removes what is stored below it. */
  private static LyingRouter pruning() {
    return new LyingRouter() {
      @Override
      public ApplyStatus apply(KvCacheEvent event) {
        if (event instanceof Removed removed) {
          return super.apply(
              new Removed(removed.owner(), removed.tier(), BlockHashes.of(below(removed))));
        }
        return super.apply(event);
      }

      private List<Long> below(Removed removed) {
        List<Long> gone = new ArrayList<>(removed.externalHashes().stream().boxed().toList());
        for (int before = -1; before < gone.size(); ) {
          before = gone.size();
          for (HeldBlock block : heldBlocks()) {
            boolean isChild =
                block.owner().equals(removed.owner())
                    && block.tier() == removed.tier()
                    && block.parent().isPresent()
                    && gone.contains(block.parent().getAsLong());
            if (isChild && !gone.contains(block.externalHash())) {
              gone.add(block.externalHash());
            }
          }
          if (gone.size() == before) {
            break;
          }
        }
        return gone;
      }
    };
  }

  private static LyingRouter deafToClears() {
    return new LyingRouter() {
      @Override
      public ApplyStatus apply(KvCacheEvent event) {
        return event instanceof Cleared ? ApplyStatus.OK : super.apply(event);
      }
    };
  }

  /** Takes nothing whose parent it does not know. */
  private static LyingRouter refusingOrphans() {
    return new LyingRouter() {
      @Override
      public ApplyStatus apply(KvCacheEvent event) {
        boolean isOrphan =
            event instanceof Stored stored
                && stored.parent().isPresent()
                && heldBlocks().stream()
                    .noneMatch(block -> block.externalHash() == stored.parent().getAsLong());
        return isOrphan ? ApplyStatus.OK : super.apply(event);
      }
    };
  }

  /** A removal on any tier removes on all. */
  private static LyingRouter tierBlind() {
    return new LyingRouter() {
      @Override
      public ApplyStatus apply(KvCacheEvent event) {
        if (event instanceof Removed removed) {
          for (StorageTier tier : StorageTier.values()) {
            super.apply(new Removed(removed.owner(), tier, removed.externalHashes()));
          }
          return ApplyStatus.OK;
        }
        return super.apply(event);
      }
    };
  }

  /** Every rank is taken to have an endpoint. */
  private static LyingRouter endpointBlind() {
    return new LyingRouter() {
      @Override
      public void replace(WorkerSnapshot snapshot) {}
    };
  }

  private static LyingRouter lastOfEqualSources() {
    return new LyingRouter() {
      @Override
      public Answer answer(Request request) {
        Answer answer = super.answer(request);
        TreeMap<WorkerWithDpRank, SourceChoice> choices = new TreeMap<>();
        answer.choices().forEach((rank, choice) -> choices.put(rank, last(answer, choice)));
        return with(answer, choices);
      }

      private SourceChoice last(Answer answer, SourceChoice choice) {
        return answer.intervals().stream()
            .filter(held -> held.interval().end() == choice.end())
            .reduce((first, second) -> second)
            .map(
                held ->
                    new SourceChoice(
                        choice.frontier(), Optional.of(held.owner()), choice.end(), choice.hint()))
            .orElse(choice);
      }
    };
  }

  private static Answer with(Answer answer, TreeMap<WorkerWithDpRank, SourceChoice> choices) {
    return new Answer(
        answer.device(), answer.lower(), answer.candidates(), answer.intervals(), choices);
  }

  private static LyingRouter zeroForAbsent() {
    return new LyingRouter() {
      @Override
      public OptionalLong residentBlocks(WorkerWithDpRank rank) {
        return OptionalLong.of(super.residentBlocks(rank).orElse(0));
      }
    };
  }

  private static LyingRouter keepingTheGone() {
    return new LyingRouter() {
      @Override
      public ApplyStatus apply(KvCacheEvent event) {
        return event instanceof WorkerRemoved ? ApplyStatus.OK : super.apply(event);
      }
    };
  }

  /** A clear of one rank clears its neighbours too. */
  private static LyingRouter clearingTheWorker() {
    return new LyingRouter() {
      @Override
      public ApplyStatus apply(KvCacheEvent event) {
        if (event instanceof Cleared(var rank, var _) && rank.isPresent()) {
          for (int dpRank = 0; dpRank < 4; dpRank++) {
            super.apply(Cleared.of(new WorkerWithDpRank(rank.get().workerId(), dpRank)));
          }
          return ApplyStatus.OK;
        }
        return super.apply(event);
      }
    };
  }
}
