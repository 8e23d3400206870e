package kvproof.router.config;

import java.util.OptionalLong;
import kvproof.router.policy.WorkerType;

/**
 * What is a partition's own among the things its scheduler goes by.
 *
 * @param modelName finds the profile of its queue
 * @param blockSize tokens of a block, at least 1
 * @param prefillNanosPerToken what the model of prefill load predicts; absent: nothing; counts only
 *     where a model is configured
 * @param hostOwnsLeases whether the host ends bookings itself, so that they never expire
 * @param seed of the random source for ties and sampling
 */
public record PartitionTraits(
    String modelName,
    int blockSize,
    WorkerType workerType,
    OptionalLong prefillNanosPerToken,
    boolean hostOwnsLeases,
    long seed) {}
