package kvproof.benchmarks.verdict;

import static kvproof.benchmarks.verdict.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.OptionalDouble;
import kvproof.benchmarks.fixture.InventoryFixture;
import kvproof.benchmarks.judgement.Goal;
import kvproof.benchmarks.judgement.Judgement;
import org.junit.jupiter.api.Test;

class TargetsTest {
  private static final OptionalDouble SCALE = OptionalDouble.of(0.8);

  private static Goal of(InventoryRow row, int which) {
    return Targets.of(row, SCALE).get(which);
  }

  @Test
  void suffixesHaveAFifthOfThePublicationAndTwiceTheCrate() {
    InventoryRow row = row(InventoryFixture.SHARED_SUFFIX_32K, 1, 1.5, 2);

    assertThat(of(row, 0).bound()).hasValue(35.76 * 0.8 / 5);
    assertThat(of(row, 1).bound()).hasValue(4);
  }

  @Test
  void fragmentedAndStaggeredHaveATwentieth() {
    assertThat(of(row(InventoryFixture.FRAGMENTED_128K, 1, 1.5, 2), 0).bound())
        .hasValue(1143.16 * 0.8 / 20);
    assertThat(of(row(InventoryFixture.STAGGERED_32K, 1, 1.5, 2), 0).bound())
        .hasValue(90.09 * 0.8 / 20);
  }

  @Test
  void rootPrefixesHaveATenthOfTheCrate() {
    for (InventoryFixture fixture : InventoryFixture.values()) {
      if (fixture.shape().holdsRoot()) {
        assertThat(of(row(fixture, 1, 1.5, 3_000), 1).bound()).hasValue(300);
      }
    }
  }

  @Test
  void fullyLocalHasTheCrateItself() {
    InventoryFixture local = InventoryFixture.FRAGMENTED_32K_LOCAL;

    assertThat(of(row(local, 2.5, 3, 2.5), 1).judgement()).isEqualTo(Judgement.MET);
    assertThat(of(row(local, 2.6, 3, 2.5), 1).judgement()).isEqualTo(Judgement.MISSED);
  }

  @Test
  void tailIsTwiceTheMedianAndWhatTheNoiseLoopShows() {
    InventoryFixture any = InventoryFixture.SHARED_SUFFIX_4K;

    assertThat(of(row(any, 1, 4, 2), 2).judgement()).isEqualTo(Judgement.MET);
    assertThat(of(row(any, 1, 4.1, 2), 2).judgement()).isEqualTo(Judgement.MISSED);
  }

  @Test
  void withoutThePeerNothingThatNeedsItIsMet() {
    InventoryRow row = row(InventoryFixture.SHARED_SUFFIX_4K, 0.001, 0.001, -1);

    List<Goal> goals = Targets.of(row, OptionalDouble.empty());

    assertThat(goals)
        .extracting(Goal::judgement)
        .containsExactly(Judgement.NOT_JUDGED, Judgement.NOT_JUDGED, Judgement.MET);
    assertThat(Targets.overall(goals)).isEqualTo(Judgement.NOT_JUDGED);
  }

  @Test
  void whatNobodyPublishedIsNoGap() {
    InventoryRow row = row(InventoryFixture.ROOT_PREFIX_4K, 1, 1.5, 100);

    assertThat(Targets.overall(Targets.of(row, SCALE))).isEqualTo(Judgement.MET);
  }

  @Test
  void oneMissIsAMissWhateverElseIsOpen() {
    InventoryRow row = row(InventoryFixture.SHARED_SUFFIX_4K, 1, 50, -1);

    assertThat(Targets.overall(Targets.of(row, OptionalDouble.empty())))
        .isEqualTo(Judgement.MISSED);
  }

  @Test
  void scaleIsTheMedianWithoutTheRootPrefix() {
    assertThat(MachineScale.of(Rows.all(0.75)).orElseThrow()).isCloseTo(0.75, within(1e-9));
  }

  @Test
  void scaleNeedsEveryComparableInventory() {
    List<InventoryRow> rows = Rows.all(0.75);

    assertThat(MachineScale.of(rows.subList(1, rows.size()))).isEmpty();
    assertThat(MachineScale.of(rows.subList(0, 9))).isPresent();
  }
}
