package kvproof.router.policy;

import java.util.Arrays;
import java.util.Objects;

/** What one scorer adds to the cost of each row. */
public final class Contributions {
  private double[] costs = new double[0];
  private int size;

  Contributions() {}

  /** Room for so many rows, each of them NaN until it is set. */
  void reset(int rows) {
    if (costs.length < rows) {
      costs = new double[Math.max(rows, 2 * costs.length)];
    }
    size = rows;
    Arrays.fill(costs, 0, rows, Double.NaN);
  }

  public int size() {
    return size;
  }

  /** Sets the contribution of a row; a second call replaces the first. */
  public void set(int row, double cost) {
    costs[Objects.checkIndex(row, size)] = cost;
  }

  double cost(int row) {
    return costs[row];
  }
}
