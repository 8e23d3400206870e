package kvproof.soak.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import kvproof.model.Case;
import kvproof.model.ResidencySnapshot;
import kvproof.model.Verdict.Difference;
import kvproof.model.WorkerSnapshot;
import kvproof.soak.digest.Digest;
import kvproof.soak.lanes.LockedRouter.Fault;
import kvproof.soak.run.CaseCheck.FinishedCase;
import kvproof.soak.run.Side;
import kvproof.testkit.Cases;
import kvproof.testkit.Profile;
import kvproof.testkit.SeededRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LanesCheckTest {
  private static final int CASES_WITHOUT_A_FAULT = 150;
  private static final int CASES_AT_MOST = 400;

  @Test
  void routerWithLanesIsRight() {
    LanesCheck check = new LanesCheck();

    for (int i = 0; i < CASES_WITHOUT_A_FAULT; i++) {
      assertThat(differences(check, i)).as("case %d", i).isEmpty();
    }
  }

  @Test
  void routerBehindOneLockIsRight() {
    LanesCheck check = new LanesCheck(List.of(lanes -> new LockedRouter(Fault.NONE)));

    for (int i = 0; i < CASES_WITHOUT_A_FAULT; i++) {
      assertThat(differences(check, i)).as("case %d", i).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(value = Fault.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void plantedFaultIsFound(Fault fault) {
    LanesCheck check =
        new LanesCheck(List.of(lanes -> new LockedRouter(fault)), Duration.ofSeconds(4));

    List<Difference> found = List.of();
    for (int i = 0; found.isEmpty() && i < CASES_AT_MOST; i++) {
      found = differences(check, i);
    }

    assertThat(found).isNotEmpty();
    assertThat(found.getFirst().part()).matches(partOf(fault));
  }

  private static String partOf(Fault fault) {
    return switch (fault) {
      case DEAD_HANGS, CLOSE_HANGS -> "hang";
      case ANSWER_FAILS -> "failure";
      default -> "(?!hang|failure).*"; // as an answer or a count
    };
  }

  /** A fault of one of them shows in some cases, and in the others never. */
  @Test
  void eachOfSeveralRoutersGetsCases() {
    int byEither = 0;
    int byFaulty = 0;
    for (int i = 0; i < 60; i++) {
      byFaulty += differences(lostBy(Fault.EVENT_LOST, Fault.EVENT_LOST), i).isEmpty() ? 0 : 1;
      byEither += differences(lostBy(Fault.NONE, Fault.EVENT_LOST), i).isEmpty() ? 0 : 1;
    }
    assertThat(byEither).isPositive().isLessThan(byFaulty);
  }

  private static LanesCheck lostBy(Fault one, Fault other) {
    return new LanesCheck(
        List.of(lanes -> new LockedRouter(one), lanes -> new LockedRouter(other)));
  }

  @Test
  void otherProfilesAreLeftAlone() {
    LanesCheck check = new LanesCheck(List.of(lanes -> new LockedRouter(Fault.EVENT_LOST)));
    Case other = Cases.draw(Profile.ENGINE, 1);

    assertThat(check.check(finished(other), new Digest())).isEmpty();
  }

  private static List<Difference> differences(LanesCheck check, int index) {
    Case drawn = Cases.draw(Profile.LANES, SeededRandom.mix(0x1a5e, index));
    return check.check(finished(drawn), new Digest());
  }

  private static FinishedCase finished(Case soakCase) {
    return new FinishedCase(
        soakCase,
        Side.referenceRouter(),
        new TreeMap<>(),
        ResidencySnapshot.empty(),
        WorkerSnapshot.unlisted(),
        List.of(),
        new TreeMap<>());
  }
}
