package kvproof.soak.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import kvproof.model.Case;
import kvproof.router.ReferenceRouter;
import kvproof.soak.report.Divergence;
import kvproof.soak.run.MiscountingRouter.Fault;
import kvproof.testkit.Cases;
import kvproof.testkit.Profile;
import kvproof.testkit.SeededRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CountsKeptTest {
  private static final int CASES = 300;

  @Test
  void referenceRouterCountsAsItsEventsSay() {
    assertThat(firstDivergence(new Side("ReferenceRouter", ReferenceRouter::new))).isEmpty();
  }

  @Test
  void countersThatAreRightAreFoundRight() {
    assertThat(firstDivergence(miscounting(Fault.NONE))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void plantedFaultIsFound(Fault fault) {
    assertThat(firstDivergence(miscounting(fault)))
        .hasValueSatisfying(
            divergence -> assertThat(divergence.actualBy()).isEqualTo(new CountsKept().name()));
  }

  private static Side miscounting(Fault fault) {
    return new Side("MiscountingRouter", () -> new MiscountingRouter(fault));
  }

  private static Optional<Divergence> firstDivergence(Side router) {
    var runner = new CaseRunner(new Contest(router, Side.oracles(), List.of(new CountsKept())));
    Optional<Divergence> found = Optional.empty();
    for (int i = 0; found.isEmpty() && i < CASES; i++) {
      Profile profile = i % 2 == 0 ? Profile.IRREGULAR : Profile.ENGINE;
      Case drawn = Cases.drawWithArrivals(profile, SeededRandom.mix(0xc0de, i));
      found = runner.run(drawn).divergence();
    }
    return found;
  }
}
