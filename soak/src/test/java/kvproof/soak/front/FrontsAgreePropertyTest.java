package kvproof.soak.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.IndexStep;
import kvproof.model.StorageTier;
import kvproof.model.StreamState;
import kvproof.model.casetext.CaseText;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.router.ReferenceRouter;
import kvproof.testkit.Cases;
import kvproof.testkit.Drawn;
import kvproof.testkit.Profile;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Both fronts lead their indexes to the same content, gaps and counts, step by step. */
class FrontsAgreePropertyTest {
  @Property(tries = 400)
  void overIrregularHistories(@ForAll("irregular") Case drawn) {
    assertAgreed(drawn);
  }

  @Property(tries = 400)
  void overHistoriesOfEngines(@ForAll("engine") Case drawn) {
    assertAgreed(drawn);
  }

  private static void assertAgreed(Case drawn) {
    var router = new ReferenceRouter();
    var oracle = new OwnerInventoryOracle();
    var actual = new FrontedRouter(router, Fronts.ofReference(router));
    var expected = Fronts.fronted(oracle);
    for (CaseStep step : drawn.steps()) {
      List<IndexStep> actualSteps = actual.take(step);
      List<IndexStep> expectedSteps = expected.take(step);

      String at = CaseText.printStep(step);
      assertThat(router.heldBlocks()).as(at).isEqualTo(oracle.heldBlocks());
      assertThat(states(actualSteps)).as(at).isEqualTo(states(expectedSteps));
      assertThat(counted(actual)).as(at).isEqualTo(counted(expected));
      for (StorageTier tier : StorageTier.values()) {
        assertThat(router.statistics(tier)).as(at).isEqualTo(oracle.statistics(tier));
      }
    }
  }

  private static List<IndexStep> states(List<IndexStep> steps) {
    return steps.stream().filter(StreamState.class::isInstance).toList();
  }

  private static SortedMap<String, Long> counted(FrontedRouter side) {
    SortedMap<String, Long> counted = new TreeMap<>(side.counts());
    counted.values().removeIf(count -> count == 0);
    return counted;
  }

  @Provide
  Arbitrary<Case> irregular() {
    return Drawn.from(seed -> Cases.drawWithArrivals(Profile.IRREGULAR, seed));
  }

  @Provide
  Arbitrary<Case> engine() {
    return Drawn.from(seed -> Cases.drawWithArrivals(Profile.ENGINE, seed));
  }
}
