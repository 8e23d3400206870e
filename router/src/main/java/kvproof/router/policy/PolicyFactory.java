package kvproof.router.policy;

/** Builds the policy of each partition; calls for different partitions may run at the same time. */
@FunctionalInterface
public interface PolicyFactory {

  /** A policy of its own for one partition, never one that another partition has. */
  WorkerSelectionPolicy create(PolicyTerms terms);
}
