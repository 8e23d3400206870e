package kvproof.soak.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import kvproof.model.Answer;
import kvproof.model.ApplyStatus;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.HeldBlock;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvRouter;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.TierStatistics;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Kind;
import kvproof.model.WorkerWithDpRank;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.soak.digest.Digest;
import kvproof.soak.report.Divergence;
import kvproof.soak.run.CaseCheck.FinishedCase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CaseRunnerTest {
  private static final Case CASE = ExampleCases.continuation();
  private static final int AT_END = CASE.steps().size();
  private static final Side ORACLE = new Side("oracle", OwnerInventoryOracle::new);

  private static Divergence divergenceOf(Side router) {
    return new CaseRunner(contest(router)).run(CASE).divergence().orElseThrow();
  }

  private static Contest contest(Side router) {
    return new Contest(router, List.of(ORACLE), List.of());
  }

  @Test
  void truthfulRouterAgrees() {
    CaseResult result = new CaseRunner(contest(LyingRouter.side(LyingRouter::new))).run(CASE);

    assertThat(result.divergence()).isEmpty();
    assertThat(result.eventMix().counts())
        .isEqualTo(
            new TreeMap<>(
                Map.of("remove device", 1L, "store device", 1L, "store host_pinned", 2L)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("lies")
  void eachLieIsFoundWhereItIsFirstSaid(String part, Kind kind, int step, Side liar) {
    Divergence divergence = divergenceOf(liar);

    assertThat(divergence.first().part()).isEqualTo(part);
    assertThat(divergence.first().kind()).isEqualTo(kind);
    assertThat(divergence.step()).isEqualTo(step);
    assertThat(divergence.actualBy()).isEqualTo("LyingRouter");
    assertThat(divergence.first().expectedBy()).isEqualTo("oracle");
  }

  static Stream<Arguments> lies() {
    return Stream.of(
        lie("status", Kind.WRONG_VALUE, 3, LyingRouter.side(UnfoundRemoval::new)),
        lie("resident", Kind.OVER_CREDIT, 0, LyingRouter.side(OneBlockMore::new)),
        lie("resident", Kind.WRONG_VALUE, 2, LyingRouter.side(UnseenIsZero::new)),
        lie("inventory", Kind.UNDER_CREDIT, AT_END, LyingRouter.side(LastBlockLost::new)),
        lie("statistics", Kind.WRONG_VALUE, AT_END, LyingRouter.side(NothingDetached::new)),
        lie("device", Kind.UNDER_CREDIT, 0, inAnswers(Doctored::withoutDevice)),
        lie("lower", Kind.WRONG_VALUE, 1, inAnswers(Doctored::withoutLower)),
        lie("candidates", Kind.WRONG_VALUE, 0, inAnswers(Doctored::withoutCandidates)),
        lie("intervals", Kind.UNDER_CREDIT, 2, inAnswers(Doctored::withoutContinuations)),
        lie("choice", Kind.WRONG_SOURCE, 0, inAnswers(Doctored::withoutSources)),
        lie("hint", Kind.WRONG_VALUE, 0, inAnswers(Doctored::withoutHints)),
        lie("apply", Kind.FAILED, 1, LyingRouter.side(BreaksOnHost::new)),
        lie("answer", Kind.FAILED, 1, LyingRouter.side(BreaksOnSecondRequest::new)));
  }

  private static Arguments lie(String part, Kind kind, int step, Side liar) {
    return Arguments.of(part, kind, step, liar);
  }

  private static Side inAnswers(UnaryOperator<Answer> lie) {
    return LyingRouter.inAnswers(lie);
  }

  private static final class UnfoundRemoval extends LyingRouter {
    @Override
    public ApplyStatus apply(KvCacheEvent event) {
      super.apply(event);
      return ApplyStatus.OK;
    }
  }

  private static final class OneBlockMore extends LyingRouter {
    @Override
    public OptionalLong residentBlocks(WorkerWithDpRank rank) {
      OptionalLong count = super.residentBlocks(rank);
      return count.isPresent() ? OptionalLong.of(count.getAsLong() + 1) : count;
    }
  }

  private static final class UnseenIsZero extends LyingRouter {
    @Override
    public OptionalLong residentBlocks(WorkerWithDpRank rank) {
      return OptionalLong.of(super.residentBlocks(rank).orElse(0));
    }
  }

  private static final class LastBlockLost extends LyingRouter {
    @Override
    public List<HeldBlock> heldBlocks() {
      List<HeldBlock> held = super.heldBlocks();
      return held.subList(0, held.size() - 1);
    }
  }

  private static final class NothingDetached extends LyingRouter {
    @Override
    public TierStatistics statistics(StorageTier tier) {
      TierStatistics truth = super.statistics(tier);
      return new TierStatistics(0, truth.malformed(), truth.duplicateStores());
    }
  }

  private static final class BreaksOnHost extends LyingRouter {
    @Override
    public ApplyStatus apply(KvCacheEvent event) {
      if (event instanceof KvCacheEvent.Stored stored && stored.tier() != StorageTier.DEVICE) {
        throw new IllegalStateException("no host tier");
      }
      return super.apply(event);
    }
  }

  private static final class BreaksOnSecondRequest extends LyingRouter {
    @Override
    public Answer answer(Request request) {
      if (request.id().equals("q2")) {
        throw new StackOverflowError();
      }
      return super.answer(request);
    }
  }

  @Test
  void exceptionIsShownWithTheStepThatCausedIt() {
    Divergence divergence = divergenceOf(LyingRouter.side(BreaksOnHost::new));

    assertThat(divergence.first().where()).isEqualTo("store 1/0 host_pinned 102 3:103");
    assertThat(divergence.first().actual())
        .startsWith("java.lang.IllegalStateException: no host tier at kvproof.soak.run.Case");
    assertThat(divergence.differences()).hasSize(1);
  }

  @Test
  void wrongAnswersAreExhibited() {
    Divergence divergence = divergenceOf(inAnswers(Doctored::withoutContinuations));

    var exhibit = divergence.exhibit().orElseThrow();
    assertThat(exhibit.request().id()).isEqualTo("q1");
    assertThat(exhibit.expected().intervals()).hasSize(2);
    assertThat(exhibit.actual().intervals()).hasSize(1);
  }

  @Test
  void oracleThatDisagreesWithTheReferenceIsAPartOfItsOwnAndComesFirst() {
    Side wrongOracle = new Side("second oracle", OneBlockMore::new);
    Contest contest =
        new Contest(LyingRouter.side(OneBlockMore::new), List.of(ORACLE, wrongOracle), List.of());

    Divergence divergence = new CaseRunner(contest).run(CASE).divergence().orElseThrow();

    assertThat(divergence.actualBy()).isEqualTo("second oracle");
    assertThat(divergence.differences())
        .containsExactly(difference("oracles resident", "1/0"), difference("resident", "1/0"));
  }

  private static Difference difference(String part, String where) {
    return new Difference(
        part, Kind.OVER_CREDIT, where, "2 blocks", "oracle", "3 blocks, 1 too many");
  }

  @Test
  void referenceThatFailsIsNotTakenForARouterThatDoes() {
    Contest contest =
        new Contest(
            LyingRouter.side(LyingRouter::new),
            List.of(new Side("reference", BreaksOnHost::new)),
            List.of());

    Divergence divergence = new CaseRunner(contest).run(CASE).divergence().orElseThrow();

    assertThat(divergence.first().part()).isEqualTo("oracles apply");
    assertThat(divergence.first().kind()).isEqualTo(Kind.FAILED);
    assertThat(divergence.actualBy()).isEqualTo("reference");
  }

  @Test
  void furtherChecksSeeTheAnswersOfTheRouterAtTheEnd() {
    List<FinishedCase> seen = new ArrayList<>();
    Contest contest = contest(LyingRouter.side(LyingRouter::new)).withChecks(List.of(check(seen)));

    Divergence divergence = new CaseRunner(contest).run(CASE).divergence().orElseThrow();

    assertThat(divergence.step()).isEqualTo(AT_END);
    assertThat(divergence.first().part()).isEqualTo("law");
    assertThat(divergence.actualBy()).isEqualTo("somebody");
    assertThat(seen).hasSize(1);
    assertThat(seen.getFirst().answers()).containsOnlyKeys("q1", "q2");
    assertThat(seen.getFirst().held()).hasSize(5);
  }

  private static CaseCheck check(List<FinishedCase> seen) {
    return new CaseCheck() {
      @Override
      public String name() {
        return "somebody";
      }

      @Override
      public List<Difference> check(FinishedCase finished, Digest digest) {
        seen.add(finished);
        return List.of(
            new Difference("law", Kind.WRONG_VALUE, "q1", "a law", "the law", "its breach"));
      }
    };
  }

  @Test
  void digestShowsEveryEventAndEveryAnswer() {
    var truthful = new CaseRunner(contest(LyingRouter.side(LyingRouter::new)));
    List<CaseStep> fewer = CASE.steps().subList(0, 3);

    long whole = truthful.run(CASE).digest();

    assertThat(truthful.run(CASE).digest()).isEqualTo(whole);
    assertThat(truthful.run(with(fewer, CASE.requests())).digest()).isNotEqualTo(whole);
    assertThat(truthful.run(with(CASE.steps(), CASE.requests().subList(0, 1))).digest())
        .isNotEqualTo(whole);
    assertThat(new CaseRunner(contest(inAnswers(Doctored::withoutHints))).run(CASE).digest())
        .isNotEqualTo(whole);
  }

  @Test
  void digestShowsTheStatisticsThatAllSidesAgreeOn() {
    Side uncounted = LyingRouter.side(NothingDetached::new);
    Contest contest = new Contest(uncounted, List.of(uncounted), List.of());
    var truthful = new CaseRunner(contest(LyingRouter.side(LyingRouter::new)));

    CaseResult result = new CaseRunner(contest).run(CASE);

    assertThat(result.divergence()).isEmpty();
    assertThat(result.digest()).isNotEqualTo(truthful.run(CASE).digest());
  }

  private static Case with(List<CaseStep> steps, List<Request> requests) {
    return new Case(CASE.profile(), CASE.seed(), steps, requests, List.of());
  }

  @Test
  void observerSeesTheOracleBeforeAndAfterEachStep() {
    List<String> seen = new ArrayList<>();

    new CaseRunner(contest(LyingRouter.side(LyingRouter::new)), new Diary(seen)).run(CASE);

    assertThat(seen)
        .containsExactly(
            "started, 0 held",
            "applying 0, 0 held",
            "applied 0 OK, 2 held",
            "answered q1",
            "applying 1, 2 held",
            "applied 1 OK, 3 held",
            "answered q2",
            "applying 2, 3 held",
            "applied 2 OK, 5 held",
            "answered q1",
            "applying 3, 5 held",
            "applied 3 BLOCK_NOT_FOUND, 5 held",
            "answered q2",
            "answered q1 at the end",
            "answered q2 at the end",
            "finished");
  }

  @Test
  void observerIsToldTheEndOfACaseThatDiverged() {
    List<String> seen = new ArrayList<>();
    Supplier<LyingRouter> liar = OneBlockMore::new;

    new CaseRunner(contest(LyingRouter.side(liar)), new Diary(seen)).run(CASE);

    assertThat(seen).endsWith("answered q1", "finished").hasSize(5);
  }

  private static final class Diary implements CaseObserver {
    private final List<String> seen;
    private KvRouter oracle = new OwnerInventoryOracle();

    Diary(List<String> seen) {
      this.seen = seen;
    }

    private String held() {
      return ", " + oracle.heldBlocks().size() + " held";
    }

    @Override
    public void started(Case soakCase, KvRouter oracle) {
      this.oracle = oracle;
      seen.add("started" + held());
    }

    @Override
    public void applying(int index, IndexStep step) {
      seen.add("applying " + index + held());
    }

    @Override
    public void applied(int index, IndexStep step, ApplyStatus status) {
      seen.add("applied " + index + " " + status + held());
    }

    @Override
    public void answered(Request request, Answer expected, boolean atEnd) {
      seen.add("answered " + request.id() + (atEnd ? " at the end" : ""));
    }

    @Override
    public void finished() {
      seen.add("finished");
    }
  }
}
