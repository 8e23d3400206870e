package kvproof.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class DrawnPropertyTest {

  @Property(tries = 200)
  void caseIsTheOneThatTheSoakDrawsFromItsSeed(@ForAll("irregular") Case drawn) {
    assertThat(Cases.draw(Profile.IRREGULAR, drawn.seed())).isEqualTo(drawn);
  }

  @Property(tries = 200)
  void historyIsDrawnByItsGenerator(@ForAll("engineHistories") List<CaseStep> history) {
    assertThat(history).isNotEmpty();
    assertThat(HistoryJudge.irregularSteps(history)).isEmpty();
  }

  @Property(tries = 200)
  void judgingStepByStepIsJudgingTheWhole(@ForAll("irregular") Case drawn) {
    var whole = HistoryJudge.irregularSteps(drawn.steps());
    for (int length = 0; length <= drawn.steps().size(); length++) {
      assertThat(HistoryJudge.irregularSteps(drawn.steps().subList(0, length)))
          .isEqualTo(whole.headMap(length));
    }
  }

  @Property(tries = 100)
  void shrunkCaseIsNoLargerThanTheFailingOne(@ForAll("irregular") Case drawn) {
    int limit = drawn.steps().size() / 3;

    var shrunk = CaseShrinker.shrink(drawn, smaller -> smaller.steps().size() > limit, 500);

    assertThat(shrunk.smallest().steps()).hasSize(limit + 1);
    assertThat(shrunk.smallest().requests()).isEmpty();
  }

  @Provide
  Arbitrary<Case> irregular() {
    return Drawn.cases(Profile.IRREGULAR);
  }

  @Provide
  Arbitrary<List<CaseStep>> engineHistories() {
    return Drawn.from(Histories.of(Profile.ENGINE)::drawBySeed);
  }
}
