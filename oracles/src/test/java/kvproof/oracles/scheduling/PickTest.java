package kvproof.oracles.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.BlockHashes;
import kvproof.model.ResidencySnapshot;
import kvproof.model.SchedulingDecision.Draws;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The default picker: selection 1.9. */
class PickTest {
  /** The published first numbers of SplitMix64 for this seed. */
  @Test
  void theStreamIsSplitMix() {
    var stream = new RandomStream(1_234_567);

    assertThat(List.of(stream.at(0), stream.at(1), stream.at(2)))
        .containsExactly(
            6457827717110365317L,
            3203168211198807973L,
            Long.parseUnsignedLong("9817491932198370423"));
    assertThat(stream.wholeAt(0, 2)).isZero(); // below 2^63
    assertThat(stream.wholeAt(2, 2)).isEqualTo(1);
    assertThat(stream.realAt(0)).isBetween(0.35, 0.3501);
  }

  @Nested
  class Lowest {
    private final RandomStream stream = new RandomStream(1_234_567); // 0, 0, 1 for a bound of 2

    @Test
    void withoutATieNothingIsDrawn() {
      assertThat(picks(rows(true, 3, 1, 2))).containsExactly(new Pick(1, Draws.none(), 0));
    }

    @Test
    void eachFurtherEqualRowTakesThePlaceOnZero() {
      assertThat(picks(rows(true, 1, 1, 5))).containsExactly(drawn(1, 2, 0));
    }

    @Test
    void aLowerRowStartsAnew() {
      assertThat(picks(rows(true, 5, 5, 1, 1)))
          .containsExactly(new Pick(3, new Draws(List.of(2, 2), List.of(0, 0), List.of()), 2));
    }

    @Test
    void roundingMayDecideEitherWay() {
      assertThat(picks(rows(false, 1, 1 + 1e-12)))
          .containsExactlyInAnyOrder(
              new Pick(1, Draws.none(), 0), drawn(1, 2, 0), new Pick(0, Draws.none(), 0));
    }

    @Test
    void whatCannotRoundIsDecided() {
      assertThat(picks(rows(true, 1, 1 + 1e-12))).containsExactly(new Pick(0, Draws.none(), 0));
    }

    private List<Pick> picks(List<CostedRow> rows) {
      return Pick.lowest(rows, stream, 0);
    }

    private static Pick drawn(int row, int bound, int number) {
      return new Pick(row, new Draws(List.of(bound), List.of(number), List.of()), 1);
    }
  }

  @Nested
  class AtATemperature {
    @Test
    void theCheaperOfTwoGetsItsShare() {
      double share = 1 / (1 + Math.exp(-1)); // 0.731, for costs 0 and 1 as for 0 and 1000

      assertThat(Softmax.rows(rows(true, 0, 1), 1, share - 1e-6)).containsExactly(0);
      assertThat(Softmax.rows(rows(true, 0, 1), 1, share + 1e-6)).containsExactly(1);
      assertThat(Softmax.rows(rows(true, 0, 1000), 1, share - 1e-6)).containsExactly(0);
      assertThat(Softmax.rows(rows(true, 0, 1), 1, share)).containsExactly(0, 1); // the border
    }

    @Test
    void aLowTemperatureSharpens() {
      assertThat(Softmax.rows(rows(true, 0, 1), 0.1, 0.9999)).containsExactly(0);
      assertThat(Softmax.rows(rows(true, 0, 1), 1e-300, 0.9999)).containsExactly(0);
    }

    @Test
    void equalCostsShareEqually() {
      assertThat(Softmax.rows(rows(true, 3, 3, 3, 3), 0.7, 0.6)).containsExactly(2);
      assertThat(Softmax.rows(rows(true, 3), 0.7, 0.99)).containsExactly(0);
    }

    @Test
    void nothingIsSaidOfCostsThatRoundingTellsApart() {
      assertThat(Softmax.rows(rows(false, 3, 3 + 1e-13), 0.7, 0.1)).containsExactly(0, 1);
    }

    @Test
    void oneRealIsDrawn() {
      var stream = new RandomStream(1_234_567);

      assertThat(Softmax.picks(rows(true, 3), 0.7, stream, 5))
          .containsExactly(
              new Pick(0, new Draws(List.of(), List.of(), List.of(stream.realAt(5))), 6));
    }
  }

  /** Rows of these costs that depend on different things. */
  private static List<CostedRow> rows(boolean safe, double... costs) {
    List<CostedRow> rows = new ArrayList<>();
    for (double cost : costs) {
      var inputs =
          new CostInputs(new RankOverlap(0, 0, 0), 0, rows.size(), 0, 0, 0, 0, Optional.empty());
      var value = new BigDecimal(cost);
      var none =
          new StoredSource(SourceChoice.none(0), BlockHashes.empty(), ResidencySnapshot.empty());
      rows.add(
          new CostedRow(
              new WorkerWithDpRank(rows.size(), 0),
              inputs,
              new ExactCost(value, value, safe),
              none));
    }
    return rows;
  }
}
