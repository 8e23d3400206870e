package kvproof.router.policy;

import static kvproof.router.policy.Requests.context;
import static kvproof.router.policy.Requests.heat;
import static kvproof.router.policy.Requests.tokens;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import kvproof.model.SelectionRequest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ties and sampling of the default picker, over rows with given costs. */
class DefaultPickerTest {
  private static final SelectionRequest REQUEST = tokens(0);

  private static int pick(Picker picker, SelectionRequest request, double... costs) {
    Rank[] ranks = IntStream.range(0, costs.length).mapToObj(Rank::of).toArray(Rank[]::new);
    WorkerSelectionPolicy policy =
        WorkerSelectionPolicy.builder()
            .scorer(Components.scorer(InputSet.NONE, row -> costs[(int) row.worker().workerId()]))
            .picker(picker)
            .build();
    return new PolicyRun().run(policy, Host.of(ranks), context(request));
  }

  private static int pick(double temperature, RandomSource random, double... costs) {
    return pick(new DefaultPicker(temperature, random), REQUEST, costs);
  }

  private static int[] picks(double temperature, long seed, int times, double... costs) {
    Picker picker = new DefaultPicker(temperature, RandomSource.splitMix(seed));
    return IntStream.range(0, times).map(_ -> pick(picker, REQUEST, costs)).toArray();
  }

  @Test
  @Tag("A17")
  @Tag("FS-41")
  void tiesAreBrokenUniformly() {
    int[] counts = new int[4];
    for (int row : picks(0, 5, 9_000, 1, 1, 2, 1)) {
      counts[row]++;
    }

    assertThat(counts[2]).isZero();
    for (int count : new int[] {counts[0], counts[1], counts[3]}) {
      assertThat(count).isCloseTo(3_000, within(200));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.7})
  @Tag("A18")
  @Tag("FS-41")
  void sameSeedGivesTheSameSequenceAndAnotherDoesNot(double temperature) {
    int[] first = picks(temperature, 3, 200, 1, 1, 1);

    assertThat(picks(temperature, 3, 200, 1, 1, 1)).isEqualTo(first);
    assertThat(picks(temperature, 4, 200, 1, 1, 1)).isNotEqualTo(first);
  }

  /** A strictly lower row begins the count again; each further equal one draws below its number. */
  @Test
  void drawsOneNumberForEachFurtherEqualRow() {
    ScriptedRandom random = ScriptedRandom.numbers(1, 0, 2, 1);

    // 5; 5 is the 2nd, stays away; 3; 3 is the 2nd, replaces; 7; 3 is the 3rd, 3 the 4th
    assertThat(pick(0, random, 5, 5, 3, 3, 7, 3, 3)).isEqualTo(3);
    assertThat(random.asked).containsExactly(2, 2, 3, 4);
  }

  @Test
  void drawsNothingWithoutATie() {
    ScriptedRandom random = ScriptedRandom.numbers();

    assertThat(pick(0, random, 5, 4, 6, 3)).isEqualTo(3);
    assertThat(pick(0, random, 5)).isEqualTo(0);
    assertThat(random.asked).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1})
  void drawsNothingForAPin(double temperature) {
    ScriptedRandom random = ScriptedRandom.numbers();

    assertThat(pick(new DefaultPicker(temperature, random), Requests.pinned(REQUEST, 0), 5))
        .isEqualTo(0);
    assertThat(random.asked).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void drawsOneRealAboveZeroHoweverManyRowsOrTies(int rows) {
    ScriptedRandom random = ScriptedRandom.reals(0.99);
    double[] costs = new double[rows];

    assertThat(pick(0.5, random, costs)).as("uniform").isEqualTo(rows - 1);
    assertThat(random.asked).containsExactly(-1);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "0.25, 0", "0.2500001, 1", "0.5, 1", "0.75, 2", "0.7500001, 3", "0.99, 3"})
  void equalCostsShareTheUnitEvenly(double drawn, int row) {
    assertThat(pick(0.5, ScriptedRandom.reals(drawn), 8, 8, 8, 8)).isEqualTo(row);
  }

  /** At temperature 1 the cheap one of two has 1 / (1 + 1/e), whatever the scale. */
  @ParameterizedTest
  @CsvSource({"0, 1", "0, 1000", "-5, 1e-9", "1e300, 1.7e308"})
  void onlyThePlaceBetweenBestAndWorstCounts(double low, double high) {
    double cheap = 1 / (1 + Math.exp(-1));

    assertThat(cheap).isCloseTo(0.731, within(0.0005));
    assertThat(probabilities(1, low, high)[0]).isCloseTo(cheap, within(1e-12));
    assertThat(pick(1, ScriptedRandom.reals(0.7310585), low, high)).isEqualTo(0);
    assertThat(pick(1, ScriptedRandom.reals(0.7310586), low, high)).isEqualTo(1);
    assertThat(pick(1, ScriptedRandom.reals(0.2689414), high, low)).isEqualTo(0);
    assertThat(pick(1, ScriptedRandom.reals(0.2689415), high, low)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-300, 0.01, 1, 100})
  @Tag("A19")
  void extremeFiniteCostsAreInOrderWithoutNaN(double temperature) {
    double[] probabilities =
        probabilities(temperature, -Double.MAX_VALUE, -1e300, 0, 1e300, Double.MAX_VALUE);

    assertThat(probabilities).doesNotContain(Double.NaN);
    assertThat(Arrays.stream(probabilities).sum()).isCloseTo(1, within(1e-12));
    for (int row = 1; row < probabilities.length; row++) {
      assertThat(probabilities[row]).isLessThanOrEqualTo(probabilities[row - 1]);
    }
    assertThat(probabilities[0]).isGreaterThan(probabilities[4]);
  }

  @Test
  @Tag("A19")
  void extremeFiniteCostsAreDrawnFromInOrder() {
    double max = Double.MAX_VALUE;

    // exp(0), exp(-0.5), exp(-1) over their sum: 0.5065, 0.3072, 0.1863
    assertThat(probabilities(1, -max, 0, max)[1]).isCloseTo(0.3072, within(0.0001));
    assertThat(pick(1, ScriptedRandom.reals(0.50), -max, 0, max)).isEqualTo(0);
    assertThat(pick(1, ScriptedRandom.reals(0.51), -max, 0, max)).isEqualTo(1);
    assertThat(pick(1, ScriptedRandom.reals(0.82), -max, 0, max)).isEqualTo(2);
  }

  @Test
  void lastRowIsTakenIfRoundingLeavesNone() {
    double[] costs = new double[7];
    double reached = 0;
    for (int row = 0; row < 7; row++) {
      reached += 1.0 / 7;
    }
    assertThat(reached).as("7 times 1/7").isLessThan(Math.nextDown(1.0));

    assertThat(pick(1, ScriptedRandom.reals(Math.nextDown(1.0)), costs)).isEqualTo(6);
  }

  @Test
  void requestMayOverrideTheTemperature() {
    SelectionRequest hot = REQUEST.with(heat(1));
    SelectionRequest cold = REQUEST.with(heat(0));

    assertThat(pick(new DefaultPicker(0, ScriptedRandom.reals(0.99)), hot, 1, 2)).isEqualTo(1);
    assertThat(pick(new DefaultPicker(1, ScriptedRandom.numbers()), cold, 1, 2)).isEqualTo(0);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, Double.NaN, Double.POSITIVE_INFINITY})
  void temperatureThatIsNoneIsRefused(double temperature) {
    assertThatThrownBy(() -> new DefaultPicker(temperature, ScriptedRandom.numbers()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("router_temperature")
        .hasMessageContaining(Double.toString(temperature));
  }

  static double[] probabilities(double temperature, double... costs) {
    Softmax softmax = new Softmax();
    pick(
        Components.picker(
            InputSet.NONE,
            rows -> {
              softmax.begin(rows, temperature);
              return 0;
            }),
        REQUEST,
        costs);
    return IntStream.range(0, costs.length).mapToDouble(softmax::probability).toArray();
  }
}
