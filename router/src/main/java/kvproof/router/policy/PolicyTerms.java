package kvproof.router.policy;

import kvproof.model.CostWeights;
import kvproof.model.PartitionKey;

/**
 * What a factory is given for the policy of one partition.
 *
 * @param temperature of the default picker; finite, at least 0
 * @param blockSize tokens of a block, at least 1
 * @param random the partition's own; nobody else draws from it
 */
public record PolicyTerms(
    CostWeights weights,
    double temperature,
    int blockSize,
    WorkerType workerType,
    PartitionKey partition,
    RandomSource random) {

  public PolicyTerms {
    if (!(temperature >= 0 && Double.isFinite(temperature))) {
      throw new IllegalArgumentException(
          "router_temperature must be finite and at least 0, not " + temperature);
    }
    if (blockSize < 1) {
      throw new IllegalArgumentException("block size must be at least 1, not " + blockSize);
    }
  }
}
