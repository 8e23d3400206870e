package kvproof.benchmarks.growth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import kvproof.benchmarks.fixture.FilledRouter;
import kvproof.benchmarks.fixture.Inventory;
import kvproof.benchmarks.fixture.InventoryCheck;
import kvproof.model.BlockInterval;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GrowthTest {
  private static GrowthCurve curve(DoubleUnaryOperator cost) {
    return new GrowthCurve(
        Dimension.SOURCES,
        Stream.of(10, 32, 100, 320, 1_000)
            .map(size -> new GrowthPoint(size, cost.applyAsDouble(size), size, 2L * size))
            .toList());
  }

  @Test
  void exponentOfAPowerLawIsItsPower() {
    assertThat(curve(size -> 3 * size).exponent()).isCloseTo(1, within(1e-9));
    assertThat(curve(size -> 0.1 * size * size).exponent()).isCloseTo(2, within(1e-9));
    assertThat(curve(size -> 7).exponent()).isCloseTo(0, within(1e-9));
  }

  @Test
  void linearIsMetAndQuadraticIsMissed() {
    assertThat(curve(size -> 5 + 3 * size).isMet()).isTrue();
    assertThat(curve(size -> size * size).isMet()).isFalse();
  }

  /** What is constant hides it from the fit over all sizes, not from the last ones. */
  @Test
  void quadraticGrowthThatBeginsLateIsMissed() {
    GrowthCurve late = curve(size -> 3_000 + size * size / 10);

    assertThat(late.exponent()).isLessThan(Dimension.SOURCES.bound());
    assertThat(late.isMet()).isFalse();
  }

  @Test
  void oneIntervalTooManyIsMissed() {
    var points = List.of(new GrowthPoint(10, 1, 21, 20), new GrowthPoint(100, 2, 100, 200));

    assertThat(new GrowthCurve(Dimension.SOURCES, points).isMet()).isFalse();
  }

  @Test
  void oneSizeHasNoSlope() {
    assertThatThrownBy(() -> Exponent.of(List.of(new Exponent.Point(4, 2))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Exponent.Point(4, 0)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @EnumSource
  void everyDimensionSpansTwoDecades(Dimension dimension) {
    List<Integer> sizes = dimension.sizes();

    assertThat(sizes.getLast()).isGreaterThanOrEqualTo(100 * sizes.getFirst());
    assertThat(sizes).isSorted();
  }

  /** Answers of the smallest size are the oracle's, and within the bound on intervals. */
  @ParameterizedTest
  @EnumSource(names = {"BLOCKS", "SOURCES", "TARGETS", "SOURCES_AND_FRONTIERS"})
  void smallestOfADimensionIsAnsweredAsTheOracleDoes(Dimension dimension) {
    Inventory inventory = dimension.inventory(dimension.sizes().getFirst());
    var router = new FilledRouter(inventory);

    InventoryCheck.check(router);

    assertThat((long) router.sourceIntervals())
        .isPositive()
        .isLessThanOrEqualTo(GrowthTrial.intervalsAllowed(inventory));
  }

  @Test
  void ownerSetChangesAsOftenAsAsked() {
    List<BlockInterval> runs = Dimension.OWNER_SET_CHANGES.inventory(12).sources().getLast();

    assertThat(runs).hasSize(6).contains(new BlockInterval(4_096, 5_120));
  }

  @Test
  void frontiersAreAsManyAsAskedAndPartial() {
    Inventory inventory = Dimension.FRONTIERS.inventory(25);

    assertThat(inventory.devicePrefixes()).hasSize(800).allMatch(it -> it > 0 && it < 8_192);
    assertThat(inventory.devicePrefixes().stream().distinct()).hasSize(25);
    assertThat(GrowthTrial.intervalsAllowed(inventory)).isEqualTo(64 * 26);
  }

  @Test
  void curveIsReadBackFromItsLine() throws Exception {
    GrowthCurve curve = curve(size -> 3 * size);

    var line = new ObjectMapper().readTree(GrowthLines.print(curve).toString());

    assertThat(GrowthLines.read(line)).contains(curve);
  }
}
