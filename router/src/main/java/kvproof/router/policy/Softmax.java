package kvproof.router.policy;

/** Probabilities of rows by their costs: the cheaper, the likelier. */
final class Softmax {
  /*
   * Only where a cost lies between the best and the worst counts, so that one temperature suits
   * every scale: one terrible rank flattens the differences among the good ones.
   */
  private double[] weights = new double[0];
  private double sum;
  private int size;

  /** Takes the costs of all rows. */
  void begin(ScoredRows rows, double temperature) {
    size = rows.size();
    if (weights.length < size) {
      weights = new double[Math.max(size, 2 * weights.length)];
    }
    double lowest = Double.POSITIVE_INFINITY;
    double highest = Double.NEGATIVE_INFINITY;
    for (int row = 0; row < size; row++) {
      lowest = Math.min(lowest, rows.cost(row));
      highest = Math.max(highest, rows.cost(row));
    }
    weigh(rows, temperature, lowest, highest);
  }

  private void weigh(ScoredRows rows, double temperature, double lowest, double highest) {
    // Costs may be so far apart that their difference is no finite number.
    double unit =
        Double.isFinite(highest - lowest) ? 1 : Math.max(Math.abs(lowest), Math.abs(highest));
    double least = lowest / unit;
    double range = highest / unit - least;
    sum = 0;
    for (int row = 0; row < size; row++) {
      double above = lowest == highest ? 0 : (rows.cost(row) / unit - least) / range;
      weights[row] = Math.exp(-above / temperature);
      sum += weights[row];
    }
  }

  double probability(int row) {
    return weights[row] / sum;
  }

  /** The first row at which the probabilities so far reach {@code drawn}, else the last one. */
  int rowAt(double drawn) {
    double reached = 0;
    for (int row = 0; row < size; row++) {
      reached += probability(row);
      if (reached >= drawn) {
        return row;
      }
    }
    return size - 1;
  }
}
