package kvproof.soak.run;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import kvproof.model.Answer;
import kvproof.model.ApplyStatus;
import kvproof.model.Case;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvRouter;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.soak.front.Fronts;
import kvproof.soak.report.Finding;
import kvproof.soak.report.RunReport.ProfileReport;
import kvproof.soak.report.SeedText;
import kvproof.soak.run.Soak.Outcome;
import kvproof.soak.run.Soak.Plan;
import kvproof.testkit.CaseSize;
import kvproof.testkit.Cases;
import kvproof.testkit.Profile;
import kvproof.testkit.SeededRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SoakTest {
  private static final long SEED = 0x5eed;

  /** Keeps what it is told to remove from the host tier, so that only some cases diverge. */
  private static final class ForgetsToRemove extends LyingRouter {
    @Override
    public ApplyStatus apply(KvCacheEvent event) {
      boolean isForgotten =
          event instanceof Removed removed && removed.tier() == StorageTier.HOST_PINNED;
      return isForgotten ? ApplyStatus.OK : super.apply(event);
    }
  }

  private static Contest contest(Side router) {
    return new Contest(router, List.of(new Side("oracle", OwnerInventoryOracle::new)), List.of());
  }

  private static Contest truthful() {
    return contest(LyingRouter.side(LyingRouter::new));
  }

  private static Plan plan(long cases, int threads) {
    return new Plan(Profile.IRREGULAR, SEED, cases, threads, Optional.empty());
  }

  private static Outcome run(Plan plan, Contest contest) {
    return run(plan, contest, Situations.none(), RunControl.untilDone());
  }

  private static Outcome run(
      Plan plan, Contest contest, Situations situations, RunControl control) {
    return new Soak(plan, contest, situations, control, Progress.silent(), UnaryOperator.identity())
        .run();
  }

  @Test
  void threadsDoNotShowInTheReport() {
    Contest contest = contest(LyingRouter.side(ForgetsToRemove::new));

    ProfileReport alone = run(plan(300, 1), contest, new Steps(), RunControl.untilDone()).report();
    ProfileReport many = run(plan(300, 4), contest, new Steps(), RunControl.untilDone()).report();

    assertThat(alone.diverged()).isBetween(11L, 299L);
    assertThat(alone.findings()).hasSize(10);
    assertThat(withoutSpeed(many)).isEqualTo(withoutSpeed(alone));
  }

  private static ProfileReport withoutSpeed(ProfileReport report) {
    return new ProfileReport(
        report.profile(),
        report.seed(),
        report.casesAsked(),
        report.casesDone(),
        report.diverged(),
        report.findings(),
        report.situations(),
        report.situationsMissed(),
        report.eventMix(),
        report.front(),
        List.of(),
        report.digest());
  }

  @Test
  void eachCaseRerunsAloneWithItsOwnSeed() {
    ProfileReport all = run(plan(40, 2), contest(LyingRouter.side(ForgetsToRemove::new))).report();
    Finding last = all.findings().getLast();

    Plan alone = new Plan(Profile.IRREGULAR, last.original().seed(), 1, 2, Optional.empty());
    Finding again =
        run(alone, contest(LyingRouter.side(ForgetsToRemove::new))).report().findings().getFirst();

    assertThat(last.index()).isPositive();
    assertThat(again.original()).isEqualTo(last.original());
    assertThat(again.shrunk()).isEqualTo(last.shrunk());
    assertThat(again.divergence().isSameWayAs(last.divergence())).isTrue();
    assertThat(last.rerun())
        .isEqualTo(
            "./kvproof soak --profile irregular --seed "
                + SeedText.print(last.original().seed())
                + " --cases 1");
  }

  @Test
  void smallCaseRerunsAloneAsASmallOne() {
    Contest lying = contest(LyingRouter.side(ForgetsToRemove::new));
    Finding last = run(smallPlan(SEED, 400), lying).report().findings().getLast();

    Finding again = run(smallPlan(last.original().seed(), 1), lying).report().findings().getFirst();

    assertThat(last.original().steps()).hasSizeLessThan(15);
    assertThat(again.original()).isEqualTo(last.original());
    assertThat(last.rerun())
        .isEqualTo(
            "./kvproof soak --profile irregular --size small --seed "
                + SeedText.print(last.original().seed())
                + " --cases 1");
  }

  private static Plan smallPlan(long seed, long cases) {
    return new Plan(Profile.IRREGULAR, CaseSize.SMALL, seed, cases, 2, Optional.empty());
  }

  /** What small cases cannot show is not held against them. */
  @Test
  void smallCasesPromiseNoSituation() {
    Situations unmet =
        new Situations() {
          @Override
          public Counter newCounter(Profile profile) {
            return TreeMap::new;
          }

          @Override
          public SortedSet<String> promised(Profile profile) {
            return new TreeSet<>(List.of("never"));
          }
        };

    assertThat(missed(smallPlan(SEED, 3), unmet)).isEmpty();
    assertThat(missed(plan(3, 1), unmet)).containsExactly("never");
  }

  private static SortedSet<String> missed(Plan plan, Situations situations) {
    return run(plan, truthful(), situations, RunControl.untilDone()).report().situationsMissed();
  }

  /** Counts the cases that it sees. */
  @Test
  void situationsAreLookedForInTheFirstCasesAndNowAndThenAfterThem() {
    AtomicLong seen = new AtomicLong();
    Situations counting =
        new Situations() {
          @Override
          public Counter newCounter(Profile profile) {
            return new Counter() {
              @Override
              public void started(Case soakCase, KvRouter oracle) {
                seen.incrementAndGet();
              }

              @Override
              public SortedMap<String, Long> counts() {
                return new TreeMap<>();
              }
            };
          }

          @Override
          public SortedSet<String> promised(Profile profile) {
            return new TreeSet<>();
          }
        };
    Plan plan = new Plan(Profile.ENGINE, CaseSize.SMALL, SEED, 20_048, 2, Optional.empty());

    run(plan, truthful(), counting, RunControl.untilDone());

    assertThat(seen).hasValue(20_003);
  }

  @Test
  void findingsAreSmallAndFailInTheSameWay() {
    Contest contest = contest(LyingRouter.side(ForgetsToRemove::new));

    for (Finding finding : run(plan(100, 2), contest).report().findings()) {
      assertThat(finding.shrunk().steps()).hasSizeLessThanOrEqualTo(5);
      assertThat(new CaseRunner(contest).run(finding.shrunk()).divergence())
          .contains(finding.divergence());
      assertThat(new CaseRunner(contest).run(finding.original()).divergence())
          .hasValueSatisfying(
              original -> assertThat(original.isSameWayAs(finding.divergence())).isTrue());
    }
  }

  @Test
  void findingsAreKeptInCaseOrder() {
    List<Long> kept = new ArrayList<>();
    UnaryOperator<Finding> keeper =
        finding -> {
          kept.add(finding.index());
          return finding.keptAs("case " + finding.index());
        };

    ProfileReport report =
        new Soak(
                plan(60, 3),
                contest(LyingRouter.side(ForgetsToRemove::new)),
                Situations.none(),
                RunControl.untilDone(),
                Progress.silent(),
                keeper)
            .run()
            .report();

    assertThat(kept).isSorted().doesNotHaveDuplicates().hasSize(report.findings().size());
    assertThat(report.findings().getFirst().keptAs()).contains("case " + kept.getFirst());
  }

  @Test
  void casesThatWereBegunAreFinishedWhenTheBudgetIsSpent() {
    var clock = new AtomicLong();
    var control = new RunControl(() -> clock.addAndGet(1_000_000), () -> false);
    Plan plan = new Plan(Profile.ENGINE, SEED, 1_000_000, 2, Optional.of(Duration.ofMillis(500)));

    Outcome outcome = run(plan, truthful(), new Steps(), control);

    long done = outcome.report().casesDone();
    assertThat(outcome.failure()).isEmpty();
    assertThat(done).isBetween(100L, 600L);
    ProfileReport exactly =
        run(
                new Plan(Profile.ENGINE, SEED, done, 1, Optional.empty()),
                truthful(),
                new Steps(),
                RunControl.untilDone())
            .report();
    assertThat(outcome.report().digest()).isEqualTo(exactly.digest());
    assertThat(outcome.report().situations()).isEqualTo(exactly.situations());
  }

  @Test
  void budgetThatIsSpentAtOnceStillHasItsFirstCases() {
    for (Duration spent : List.of(Duration.ofNanos(1), Duration.ofSeconds(-1))) {
      Plan plan = new Plan(Profile.ENGINE, SEED, 1_000, 2, Optional.of(spent));

      assertThat(run(plan, truthful()).report().casesDone()).isEqualTo(64);
    }
  }

  @Test
  void runThatIsStoppedBeforeItBeginsHasNoCases() {
    var control = new RunControl(System::nanoTime, () -> true);

    Outcome outcome = run(plan(100, 2), truthful(), Situations.none(), control);

    assertThat(outcome.report().casesDone()).isZero();
    assertThat(outcome.failure()).isEmpty();
  }

  @Test
  void stopsWhenSomebodyAsks() {
    var asked = new AtomicLong(-200);
    var control = new RunControl(System::nanoTime, () -> asked.incrementAndGet() > 0);

    Outcome outcome = run(plan(1_000_000, 2), truthful(), Situations.none(), control);

    assertThat(outcome.report().casesDone()).isBetween(50L, 400L);
    assertThat(outcome.failure()).isEmpty();
  }

  @Test
  void routerThatAnswersDifferentlyTheSecondTimeIsFound() {
    var runs = new AtomicLong();
    Side moody =
        LyingRouter.side(
            () ->
                new LyingRouter() {
                  private final boolean liesInStatus = runs.getAndIncrement() % 2 == 1;

                  @Override
                  public ApplyStatus apply(KvCacheEvent event) {
                    ApplyStatus status = super.apply(event);
                    return liesInStatus ? ApplyStatus.INVALID_BLOCK : status;
                  }
                });

    ProfileReport report = run(plan(1, 1), contest(moody)).report();

    assertThat(report.diverged()).isEqualTo(1);
    assertThat(report.findings().getFirst().divergence().first().part()).isEqualTo("digest");
  }

  @Test
  void situationsAreSummedOverThreadsAndMissedOnesAreListedWithZero() {
    ProfileReport report =
        run(plan(50, 3), truthful(), new Steps(), RunControl.untilDone()).report();

    long drawn = 0;
    long applied = 0;
    for (int i = 0; i < 50; i++) {
      Case soakCase = Cases.draw(Profile.IRREGULAR, SeededRandom.mix(SEED, i));
      drawn += soakCase.steps().size();
      applied += Fronts.fronted(new OwnerInventoryOracle()).flattened(soakCase).steps().size();
    }
    assertThat(report.situations()).containsEntry("step", applied).containsEntry("miracle", 0L);
    assertThat(report.situationsMissed()).containsExactly("miracle");
    assertThat(report.eventMix().values().stream().mapToLong(Long::longValue).sum())
        .isEqualTo(drawn);
  }

  /** Counts steps, and promises a situation that never comes. */
  private static final class Steps implements Situations {
    @Override
    public Counter newCounter(Profile profile) {
      return new Counter() {
        private long steps;

        @Override
        public void applied(int index, IndexStep step, ApplyStatus status) {
          steps++;
        }

        @Override
        public SortedMap<String, Long> counts() {
          return new TreeMap<>(Map.of("step", steps));
        }
      };
    }

    @Override
    public SortedSet<String> promised(Profile profile) {
      return new TreeSet<>(List.of("step", "miracle"));
    }
  }

  @Test
  void failureOfTheHarnessEndsTheRunAndKeepsWhatHadRun() {
    Outcome outcome = run(plan(100, 2), truthful(), new BreaksAt(7), RunControl.untilDone());

    assertThat(outcome.failure())
        .hasValueSatisfying(
            failure ->
                assertThat(failure)
                    .hasMessage(
                        "case 7, seed "
                            + SeedText.print(SeededRandom.mix(SEED, 7))
                            + " could not be run")
                    .hasRootCauseMessage("observer broke"));
    assertThat(outcome.report().casesDone()).isEqualTo(7);
  }

  /** An observer that throws in one case. */
  private record BreaksAt(int index) implements Situations {
    @Override
    public Counter newCounter(Profile profile) {
      return new Counter() {
        @Override
        public void started(Case soakCase, KvRouter oracle) {
          if (soakCase.seed() == SeededRandom.mix(SEED, index)) {
            throw new IllegalStateException("observer broke");
          }
        }

        @Override
        public SortedMap<String, Long> counts() {
          return new TreeMap<>();
        }
      };
    }

    @Override
    public SortedSet<String> promised(Profile profile) {
      return new TreeSet<>();
    }
  }

  /** Waits for the few seconds of patience that a case gets after the budget. */
  @Test
  @Timeout(value = 30, unit = SECONDS)
  void routerThatHangsDoesNotOutliveTheBudget() {
    Side hanging =
        LyingRouter.side(
            () ->
                new LyingRouter() {
                  @Override
                  public Answer answer(Request request) {
                    while (!Thread.currentThread().isInterrupted()) {
                      Thread.onSpinWait();
                    }
                    throw new IllegalStateException("interrupted");
                  }
                });
    Plan plan = new Plan(Profile.ENGINE, SEED, 10, 1, Optional.of(Duration.ofMillis(10)));

    Outcome outcome = run(plan, contest(hanging));

    assertThat(outcome.failure())
        .hasValueSatisfying(
            failure ->
                assertThat(failure).hasMessage("case 0, seed 0x0000000000005eed does not end"));
  }
}
