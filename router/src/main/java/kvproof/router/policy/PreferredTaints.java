package kvproof.router.policy;

import java.util.Arrays;
import java.util.Set;
import java.util.function.BiConsumer;
import kvproof.model.RequestConstraints;

/** The preferred taints of the request at hand, laid out to be read for each rank. */
final class PreferredTaints {
  private String[] names = new String[0];
  private double[] weights = new double[0];
  private int count;

  /** Made once: walking the map with it allocates nothing. */
  private final BiConsumer<String, Double> adding = this::add;

  /** Those of a request; a pin leaves nothing to prefer. */
  void begin(RequestConstraints constraints) {
    count = 0;
    if (constraints.pin().isEmpty()) {
      constraints.preferredTaints().forEach(adding);
    }
  }

  private void add(String name, Double weight) {
    if (count == names.length) {
      names = Arrays.copyOf(names, 2 * count + 4);
      weights = Arrays.copyOf(weights, 2 * count + 4);
    }
    names[count] = name;
    weights[count] = weight;
    count++;
  }

  boolean isWanted() {
    return count > 0;
  }

  /** About 0.368 to 2.718; 1 if none of them is carried. */
  double multiplier(Set<String> carried) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      if (carried.contains(names[i])) {
        sum += weights[i];
      }
    }
    return Math.exp(-Math.tanh(sum));
  }
}
