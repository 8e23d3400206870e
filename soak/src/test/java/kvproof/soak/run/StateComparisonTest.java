package kvproof.soak.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import kvproof.model.HeldBlock;
import kvproof.model.StorageTier;
import kvproof.model.TierStatistics;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Kind;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Test;

class StateComparisonTest {
  private static final WorkerWithDpRank RANK = new WorkerWithDpRank(7, 0);
  private static final HeldBlock ROOT = block(OptionalLong.empty(), 1);
  private static final HeldBlock CHILD = block(OptionalLong.of(101), 2);

  private static HeldBlock block(OptionalLong parent, long local) {
    return new HeldBlock(StorageTier.DEVICE, RANK, parent, local, 100 + local);
  }

  private static List<Difference> found(Consumer<Differences> comparison) {
    var differences = new Differences("oracle");
    comparison.accept(differences);
    return differences.found();
  }

  private static List<Difference> resident(OptionalLong expected, OptionalLong actual) {
    return found(all -> StateComparison.compareResident(RANK, expected, actual, all));
  }

  private static List<Difference> held(List<HeldBlock> expected, List<HeldBlock> actual) {
    return found(all -> StateComparison.compareHeld(expected, actual, all));
  }

  private static Difference difference(
      String part, Kind kind, String where, String expected, String actual) {
    return new Difference(part, kind, where, expected, "oracle", actual);
  }

  @Test
  void noneIsNotZero() {
    assertThat(resident(OptionalLong.empty(), OptionalLong.empty())).isEmpty();
    assertThat(resident(OptionalLong.of(0), OptionalLong.of(0))).isEmpty();
    assertThat(resident(OptionalLong.empty(), OptionalLong.of(0)))
        .containsExactly(difference("resident", Kind.WRONG_VALUE, "7/0", "not seen", "0 blocks"));
    assertThat(resident(OptionalLong.of(3), OptionalLong.of(1)))
        .containsExactly(
            difference("resident", Kind.UNDER_CREDIT, "7/0", "3 blocks", "1 block, 2 too few"));
  }

  @Test
  void blockThatOneSideAloneHoldsIsShown() {
    assertThat(held(List.of(ROOT, CHILD), List.of(ROOT, CHILD))).isEmpty();
    assertThat(held(List.of(ROOT), List.of(ROOT, CHILD)))
        .containsExactly(
            difference(
                "inventory",
                Kind.OVER_CREDIT,
                "all tiers",
                "1 block",
                "2 blocks, only here: 7/0 device 101 2:102"));
    assertThat(held(List.of(ROOT, CHILD), List.of(CHILD)))
        .containsExactly(
            difference(
                "inventory",
                Kind.UNDER_CREDIT,
                "all tiers",
                "2 blocks, only here: 7/0 device root 1:101",
                "1 block"));
  }

  @Test
  void orderAndRepetitionOfTheDumpMatter() {
    var disorder =
        difference(
            "inventory",
            Kind.WRONG_VALUE,
            "all tiers",
            "in dump order, each once",
            "the same blocks otherwise");

    assertThat(held(List.of(ROOT, CHILD), List.of(CHILD, ROOT))).containsExactly(disorder);
    assertThat(held(List.of(ROOT), List.of(ROOT, ROOT))).containsExactly(disorder);
  }

  @Test
  void manyBlocksAreShownByTheFirstFew() {
    List<HeldBlock> many =
        List.of(ROOT, CHILD, block(OptionalLong.of(102), 3), block(OptionalLong.of(103), 4));

    assertThat(held(List.of(), many).getFirst().actual())
        .isEqualTo(
            "4 blocks, only here: 7/0 device root 1:101; 7/0 device 101 2:102; 7/0 device 102"
                + " 3:103; and 1 more");
  }

  @Test
  void everyCounterOfATierCounts() {
    var truth = new TierStatistics(1, 2, 3);

    assertThat(statistics(truth, truth)).isEmpty();
    assertThat(statistics(truth, new TierStatistics(0, 2, 3))).hasSize(1);
    assertThat(statistics(truth, new TierStatistics(1, 0, 3))).hasSize(1);
    assertThat(statistics(truth, new TierStatistics(1, 2, 0)))
        .containsExactly(
            difference(
                "statistics",
                Kind.WRONG_VALUE,
                "disk",
                "1 detached, 2 malformed, 3 duplicate stores",
                "1 detached, 2 malformed, 0 duplicate stores"));
  }

  private static List<Difference> statistics(TierStatistics expected, TierStatistics actual) {
    return found(all -> StateComparison.compareStatistics(StorageTier.DISK, expected, actual, all));
  }
}
