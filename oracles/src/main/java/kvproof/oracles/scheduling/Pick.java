package kvproof.oracles.scheduling;

import java.util.ArrayList;
import java.util.List;
import kvproof.model.SchedulingDecision.Draws;
import kvproof.oracles.scheduling.CostedRow.CostOrder;

/**
 * One thing that the default picker may do: which row, with which draws.
 *
 * @param end position in the random stream after the draws
 */
record Pick(int row, Draws draws, long end) {

  /**
   * All that the picker may do at T = 0 (selection 1.9): one thing, unless rounding decides.
   *
   * @param start position in the stream of the first draw
   */
  static List<Pick> lowest(List<CostedRow> rows, RandomStream stream, long start) {
    List<Pick> picks = new ArrayList<>();
    var first = new Scan(0, 0, 1, List.of(), List.of());
    first.follow(1, rows, stream, start, picks);
    return picks;
  }

  /** A pinned request has one row and draws nothing. */
  static List<Pick> only(long start) {
    return List.of(new Pick(0, Draws.none(), start));
  }

  /**
   * State of the scan.
   *
   * @param lowest a row of the current minimum
   * @param held the row that would be taken
   * @param equal rows of the current minimum so far
   */
  private record Scan(
      int lowest, int held, int equal, List<Integer> bounds, List<Integer> numbers) {

    void follow(int row, List<CostedRow> rows, RandomStream stream, long start, List<Pick> picks) {
      if (row == rows.size()) {
        picks.add(new Pick(held, new Draws(bounds, numbers, List.of()), start + bounds.size()));
        return;
      }
      CostOrder order = rows.get(row).compareTo(rows.get(lowest));
      if (order.mayBe(CostOrder.LESS)) {
        new Scan(row, row, 1, bounds, numbers).follow(row + 1, rows, stream, start, picks);
      }
      if (order.mayBe(CostOrder.EQUAL)) {
        drawn(row, stream, start).follow(row + 1, rows, stream, start, picks);
      }
      if (order.mayBe(CostOrder.GREATER)) {
        follow(row + 1, rows, stream, start, picks);
      }
    }

    /** The k-th row of the minimum takes the place with probability 1/k. */
    private Scan drawn(int row, RandomStream stream, long start) {
      int bound = equal + 1;
      int number = stream.wholeAt(start + bounds.size(), bound);
      return new Scan(
          lowest, number == 0 ? row : held, bound, with(bounds, bound), with(numbers, number));
    }

    private static List<Integer> with(List<Integer> list, int last) {
      List<Integer> longer = new ArrayList<>(list);
      longer.add(last);
      return longer;
    }
  }
}
