package kvproof.router.membership;

import java.util.Collection;

/** That no dp rank of a data-parallel group belongs to two instances. */
final class DataParallelGroups {
  private DataParallelGroups() {}

  /**
   * Throws {@link IllegalArgumentException} that names both ranges if another instance of the
   * worker's group and partition has one of its ranks, as it happens where each was started with
   * rank 0.
   */
  static void requireFree(WorkerRegistration worker, Collection<WorkerRegistration> registered) {
    for (WorkerRegistration other : registered) {
      if (isOfOneGroup(worker, other) && worker.ranks().overlaps(other.ranks())) {
        throw new IllegalArgumentException(
            ("worker %s has %s, which overlap %s of worker %s in data-parallel group %s;"
                    + " start it with ranks of its own")
                .formatted(
                    Long.toUnsignedString(worker.workerId()),
                    worker.ranks(),
                    other.ranks(),
                    Long.toUnsignedString(other.workerId()),
                    worker.dataParallelGroup().orElseThrow()));
      }
    }
  }

  private static boolean isOfOneGroup(WorkerRegistration worker, WorkerRegistration other) {
    return worker.workerId() != other.workerId()
        && worker.partition().equals(other.partition())
        && worker.dataParallelGroup().isPresent()
        && worker.dataParallelGroup().equals(other.dataParallelGroup());
  }
}
