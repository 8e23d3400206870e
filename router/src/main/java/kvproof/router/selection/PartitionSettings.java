package kvproof.router.selection;

import kvproof.model.SchedulerSettings;
import kvproof.router.membership.PartitionKey;
import kvproof.router.membership.PartitionRules;
import kvproof.router.policy.PartitionReference;
import kvproof.router.policy.PolicyTerms;
import kvproof.router.policy.RandomSource;
import kvproof.router.policy.WorkerType;

/**
 * What a partition is built by.
 *
 * @param workerType what its workers do, for the policy; goes before the label in {@code scheduler}
 */
public record PartitionSettings(
    PartitionKey key, SchedulerSettings scheduler, WorkerType workerType) {

  /** The default partition, its worker type by the label of the settings. */
  public static PartitionSettings ofDefaults(SchedulerSettings scheduler) {
    return of(PartitionKey.defaults(), scheduler);
  }

  public static PartitionSettings of(PartitionKey key, SchedulerSettings scheduler) {
    return new PartitionSettings(
        key, scheduler, scheduler.isDecode() ? WorkerType.DECODE : WorkerType.PREFILL);
  }

  PolicyTerms policyTerms(RandomSource random) {
    return new PolicyTerms(
        scheduler.weights(),
        scheduler.temperature(),
        scheduler.blockSize(),
        workerType,
        new PartitionReference(key.modelName(), key.routingGroup()),
        random);
  }

  /** What a worker must have to be scheduled here. */
  public PartitionRules rules(boolean isEagle, boolean usesKvEvents) {
    return new PartitionRules(scheduler.blockSize(), isEagle, scheduler.isQueueing(), usesKvEvents);
  }
}
