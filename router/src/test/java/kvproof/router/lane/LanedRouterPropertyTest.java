package kvproof.router.lane;

import static org.assertj.core.api.Assertions.assertThat;

import kvproof.model.Case;
import kvproof.model.IndexStep;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.StreamState;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.casetext.CaseText;
import kvproof.router.ReferenceRouter;
import kvproof.testkit.Drawn;
import kvproof.testkit.Profile;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** Handed one event after the other, lanes are the single-threaded router. */
class LanedRouterPropertyTest {

  @Property(tries = 60)
  void oneLaneIsTheReferenceRouter(@ForAll("cases") Case drawn) {
    compare(drawn, 1, LaneCopies.TWO);
  }

  @Property(tries = 60)
  @Tag("FS-39")
  void fourLanesAreTheReferenceRouter(@ForAll("cases") Case drawn) {
    compare(drawn, 4, LaneCopies.TWO);
  }

  @Property(tries = 60)
  void oneCopyIsTheReferenceRouter(@ForAll("cases") Case drawn, @ForAll boolean several) {
    compare(drawn, several ? 3 : 1, LaneCopies.ONE);
  }

  private static void compare(Case drawn, int lanes, LaneCopies copies) {
    ReferenceRouter expected = new ReferenceRouter();
    try (LanedRouter actual = new LanedRouter(lanes, LaneThreads.SYSTEM, copies)) {
      actual.lanes().trackResidentBlocks();
      int number = 0;
      for (IndexStep step : drawn.indexSteps()) {
        String after = CaseText.printStep(step);
        assertThat(actual.take(step)).as(after).isEqualTo(expected.take(step));
        Request request = drawn.requests().get(number++ % drawn.requests().size());
        compareAnswers(request, expected, actual, after);
        if (number % 5 == 0) {
          markGapped(drawn, number, expected, actual);
        }
      }
      assertThat(actual.heldBlocks()).isEqualTo(expected.heldBlocks());
      for (StorageTier tier : StorageTier.values()) {
        assertThat(actual.statistics(tier)).isEqualTo(expected.statistics(tier));
      }
      long resident =
          expected.heldBlocks().stream()
              .filter(block -> block.tier() == StorageTier.DEVICE)
              .count();
      assertThat(actual.lanes().statistics().size()).isEqualTo(resident);
    }
  }

  private static void compareAnswers(
      Request request, ReferenceRouter expected, LanedRouter actual, String after) {
    assertThat(actual.answer(request)).as(after).isEqualTo(expected.answer(request));
    for (WorkerWithDpRank rank : request.targets()) {
      assertThat(actual.residentBlocks(rank)).as(after).isEqualTo(expected.residentBlocks(rank));
    }
  }

  /** A stream gets a gap, or no longer has one. */
  private static void markGapped(
      Case drawn, int number, ReferenceRouter expected, LanedRouter actual) {
    drawn.requests().getFirst().targets().stream()
        .skip(number % 3)
        .findFirst()
        .ifPresent(
            rank -> {
              StreamState state = new StreamState(rank, number % 2 == 0);
              expected.replace(state);
              actual.replace(state);
            });
  }

  @Provide
  Arbitrary<Case> cases() {
    return Arbitraries.of(Profile.ENGINE, Profile.IRREGULAR).flatMap(Drawn::plainCases);
  }
}
