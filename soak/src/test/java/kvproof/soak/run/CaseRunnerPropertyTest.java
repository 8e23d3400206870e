package kvproof.soak.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import kvproof.model.ApplyStatus;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.casetext.CaseText;
import kvproof.soak.report.Divergence;
import kvproof.testkit.Drawn;
import kvproof.testkit.Profile;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

class CaseRunnerPropertyTest {

  /** A case is the same case whether it was drawn, or printed and read back. */
  @Property(tries = 200)
  void printedCaseRunsLikeTheDrawnOne(@ForAll("cases") Case drawn) {
    var runner = new CaseRunner(Contest.standard());

    CaseResult result = runner.run(drawn);

    assertThat(result.divergence()).as(() -> CaseText.print(drawn)).isEmpty();
    assertThat(runner.run(CaseText.parse(CaseText.print(drawn))).digest())
        .isEqualTo(result.digest());
  }

  /** What one step does to the resident count of a rank is seen at that step. */
  @Property(tries = 400)
  void rankThatIsNotForgottenIsFoundAtItsRemoval(@ForAll("cases") Case drawn) {
    Contest contest = new Contest(LyingRouter.side(KeepsRanks::new), Side.oracles(), List.of());
    OptionalInt removal = firstRemovalOfASeenRank(drawn.steps());

    Optional<Divergence> divergence = new CaseRunner(contest).run(drawn).divergence();

    Statistics.collect(removal.isPresent());
    Statistics.coverage(coverage -> coverage.check(true).count(cases -> cases > 0));
    if (removal.isPresent()) {
      assertThat(divergence.orElseThrow().step()).isLessThanOrEqualTo(removal.getAsInt());
    }
  }

  private static OptionalInt firstRemovalOfASeenRank(List<CaseStep> steps) {
    var router = new LyingRouter();
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i) instanceof RankRemoved removed
          && router.residentBlocks(removed.rank()).isPresent()) {
        return OptionalInt.of(i);
      }
      if (steps.get(i) instanceof IndexStep step) {
        router.take(step);
      }
    }
    return OptionalInt.empty();
  }

  private static final class KeepsRanks extends LyingRouter {
    @Override
    public ApplyStatus apply(KvCacheEvent event) {
      return event instanceof RankRemoved ? ApplyStatus.OK : super.apply(event);
    }
  }

  @Provide
  Arbitrary<Case> cases() {
    return Arbitraries.of(Profile.class).flatMap(Drawn::cases);
  }
}
