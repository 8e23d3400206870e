package kvproof.soak.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import kvproof.model.Case;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Kind;
import kvproof.model.casetext.CaseText;
import kvproof.router.lane.LaneCopies;
import kvproof.router.lane.LaneThreads;
import kvproof.router.lane.LanedRouter;
import kvproof.soak.digest.Digest;
import kvproof.soak.lanes.LockedRouter.Fault;
import kvproof.soak.run.CaseCheck.FinishedCase;
import kvproof.soak.run.Finished;
import kvproof.soak.run.Side;
import kvproof.testkit.Cases;
import kvproof.testkit.Profile;
import kvproof.testkit.SeededRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LaneCountsCheckTest {
  private static final int CASES = 40;

  private static List<Difference> differences(LaneCountsCheck check, Profile profile) {
    List<Difference> found = new ArrayList<>();
    for (long index = 0; index < CASES; index++) {
      found.addAll(differences(check, Cases.draw(profile, SeededRandom.mix(0x1ace, index))));
    }
    return found;
  }

  private static List<Difference> differences(LaneCountsCheck check, Case soakCase) {
    FinishedCase finished = Finished.of(soakCase, Side.referenceRouter());
    return check.follow(finished, new SeededRandom(soakCase.seed()).fork("lane counts"));
  }

  @ParameterizedTest
  @EnumSource(names = {"ENGINE", "CONSISTENT", "IRREGULAR", "FETCH"})
  void lanesCountByDefinition(Profile profile) {
    assertThat(differences(new LaneCountsCheck(), profile)).isEmpty();
  }

  @Test
  void truthfulRouterIsNoDifference() {
    var check = new LaneCountsCheck(List.of(lanes -> new LockedRouter(Fault.NONE)));

    assertThat(differences(check, Profile.ENGINE)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"COUNT_BEHIND", "NO_BACKFILL", "DEAD_KEEPS_COUNT", "DEAD_LOSES_BLOCKS"})
  void plantedFaultIsFound(Fault fault) {
    var check = new LaneCountsCheck(List.of(lanes -> new LockedRouter(fault)));

    assertThat(differences(check, Profile.ENGINE)).isNotEmpty();
  }

  @Test
  void routerThatCannotPredictFailsWherePredictionsCome() {
    Case predicted = CaseText.parse("kvproof-case 1\nprofile p\nseed 7\npredict ttl 100\n");
    var check = new LaneCountsCheck(List.of(lanes -> new LockedRouter(Fault.NONE)));

    assertThat(differences(check, predicted))
        .singleElement()
        .satisfies(difference -> assertThat(difference.kind()).isEqualTo(Kind.FAILED));
  }

  /** A lane that died has told its last: nobody who hears of that reads its counts any more. */
  @ParameterizedTest
  @EnumSource
  void deathOfALaneIsToldOnceItsCountsAreGone(LaneCopies copies) {
    Case oneRank =
        CaseText.parse("kvproof-case 1\nprofile p\nseed 7\nstore 1/0 device root 1:101\n");

    var check =
        new LaneCountsCheck(List.of(lanes -> new LanedRouter(lanes, LaneThreads.VIRTUAL, copies)));
    for (int i = 0; i < 300; i++) {
      assertThat(differences(check, oneRank)).isEmpty();
    }
  }

  @Test
  void someCasesAreLookedAtAndCasesOfThreadsNever() {
    var check = new LaneCountsCheck(List.of(lanes -> new LockedRouter(Fault.NO_BACKFILL)));
    int found = 0;
    for (long seed = 0; seed < 64; seed++) {
      Case engine = Cases.draw(Profile.ENGINE, seed);
      Case lanes = Cases.draw(Profile.LANES, seed);
      found +=
          check.check(Finished.of(engine, Side.referenceRouter()), new Digest()).isEmpty() ? 0 : 1;

      assertThat(check.check(Finished.of(lanes, Side.referenceRouter()), new Digest())).isEmpty();
    }
    assertThat(found).isBetween(1, 20);
  }
}
