package kvproof.router.policy;

/**
 * The built-in picker: the lowest cost at temperature 0, else a draw that favours low costs.
 *
 * <p>At 0 it draws one whole number for each further row of the lowest cost met so far, and none
 * without a tie; above 0 it draws one real for each selection. For a pinned request it draws
 * nothing. A request may override the temperature.
 */
public final class DefaultPicker implements Picker {
  private final double temperature;
  private final RandomSource random;
  private final Softmax softmax = new Softmax();

  /** A picker at this temperature, finite and at least 0. */
  public DefaultPicker(double temperature, RandomSource random) {
    if (!(temperature >= 0 && Double.isFinite(temperature))) {
      throw new IllegalArgumentException(
          "router_temperature must be finite and at least 0, not " + temperature);
    }
    this.temperature = temperature;
    this.random = random;
  }

  @Override
  public InputSet inputs() {
    return InputSet.NONE;
  }

  @Override
  public int pick(SelectionContext context, ScoredRows rows) {
    if (context.pin().isPresent()) {
      return 0;
    }
    double heat = context.temperature().orElse(temperature);
    return heat == 0 ? lowest(rows) : sample(rows, heat);
  }

  /* Reservoir sampling: the k-th row of the lowest cost is held with probability 1/k. */
  private int lowest(ScoredRows rows) {
    int held = 0;
    int equals = 1;
    for (int row = 1; row < rows.size(); row++) {
      if (rows.cost(row) < rows.cost(held)) {
        held = row;
        equals = 1;
      } else if (rows.cost(row) == rows.cost(held)) {
        equals++;
        held = random.nextInt(equals) == 0 ? row : held;
      }
    }
    return held;
  }

  private int sample(ScoredRows rows, double heat) {
    softmax.begin(rows, heat);
    return softmax.rowAt(random.nextReal());
  }
}
