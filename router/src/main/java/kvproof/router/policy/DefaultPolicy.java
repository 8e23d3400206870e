package kvproof.router.policy;

import kvproof.model.CostWeights;

/** The policy where nothing else is configured: {@link DefaultCost} and {@link DefaultPicker}. */
public final class DefaultPolicy {
  private DefaultPolicy() {}

  /**
   * A default policy of its own for one partition; exclusive.
   *
   * @param temperature finite, at least 0
   * @param isDecode whether it goes by the label {@code decode}
   */
  public static WorkerSelectionPolicy create(
      CostWeights weights, double temperature, boolean isDecode, RandomSource random) {
    return WorkerSelectionPolicy.builder()
        .scorer(new DefaultCost(weights, isDecode))
        .picker(new DefaultPicker(temperature, random))
        .exclusive()
        .build();
  }

  /** Builds it from the terms of each partition. */
  public static PolicyFactory factory() {
    return terms ->
        create(
            terms.weights(),
            terms.temperature(),
            terms.workerType().isDecodeLabel(),
            terms.random());
  }
}
