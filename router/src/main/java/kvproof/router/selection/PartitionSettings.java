package kvproof.router.selection;

import kvproof.model.PartitionKey;
import kvproof.model.SchedulerSettings;
import kvproof.router.load.LoadTracking;
import kvproof.router.membership.PartitionRules;
import kvproof.router.policy.PolicyTerms;
import kvproof.router.policy.RandomSource;
import kvproof.router.policy.WorkerType;

/**
 * What a partition is built by.
 *
 * @param workerType what its workers do, for the policy; goes before the label in {@code scheduler}
 * @param tracking which load of its requests counts
 */
public record PartitionSettings(
    PartitionKey key, SchedulerSettings scheduler, WorkerType workerType, LoadTracking tracking) {

  /** The default partition, otherwise as {@link #of}. */
  public static PartitionSettings ofDefaults(SchedulerSettings scheduler) {
    return of(PartitionKey.defaults(), scheduler);
  }

  /** Its worker type is by the label of the settings, and everything is tracked. */
  public static PartitionSettings of(PartitionKey key, SchedulerSettings scheduler) {
    return new PartitionSettings(
        key,
        scheduler,
        scheduler.isDecode() ? WorkerType.DECODE : WorkerType.PREFILL,
        LoadTracking.everything());
  }

  /** The same, but for what is tracked. */
  public PartitionSettings with(LoadTracking other) {
    return new PartitionSettings(key, scheduler, workerType, other);
  }

  PolicyTerms policyTerms(RandomSource random) {
    return new PolicyTerms(
        scheduler.weights(),
        scheduler.temperature(),
        scheduler.blockSize(),
        workerType,
        key,
        random);
  }

  /** What a worker must have to be scheduled here. */
  public PartitionRules rules(boolean isEagle, boolean usesKvEvents) {
    return new PartitionRules(scheduler.blockSize(), isEagle, scheduler.isQueueing(), usesKvEvents);
  }
}
