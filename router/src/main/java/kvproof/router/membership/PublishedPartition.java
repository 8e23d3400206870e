package kvproof.router.membership;

import java.util.Collection;
import java.util.List;
import kvproof.model.PartitionKey;
import kvproof.model.SchedulableWorker;
import kvproof.model.WorkerSnapshot;

/**
 * The schedulable workers of one partition, as one immutable value that any thread may read.
 *
 * <p>Who may run requests and what fetch hints know of them come from the same commit.
 */
public final class PublishedPartition {
  private final PartitionKey key;
  private final long version;
  private final List<SchedulableWorker> members;
  private final WorkerTable table;
  private final WorkerSnapshot workers;

  private PublishedPartition(
      PartitionKey key, long version, List<SchedulableWorker> members, WorkerSnapshot workers) {
    this.key = key;
    this.version = version;
    this.members = members;
    this.table = WorkerTable.of(members);
    this.workers = workers;
  }

  static PublishedPartition empty(PartitionKey key) {
    return new PublishedPartition(key, 0, List.of(), WorkerSnapshot.of(List.of()));
  }

  /** The next value of the partition; this one if these workers are published already. */
  PublishedPartition next(Collection<WorkerRegistration> schedulable) {
    List<SchedulableWorker> nextMembers =
        schedulable.stream().map(WorkerRegistration::schedulable).toList();
    WorkerSnapshot nextWorkers =
        WorkerSnapshot.of(schedulable.stream().map(WorkerRegistration::published).toList());
    return members.equals(nextMembers) && workers.equals(nextWorkers)
        ? this
        : new PublishedPartition(key, version + 1, nextMembers, nextWorkers);
  }

  public PartitionKey key() {
    return key;
  }

  /** Counts the publications of this partition; 0: nothing was published yet. */
  public long version() {
    return version;
  }

  /** Who may run requests, by worker id, unsigned. */
  public List<SchedulableWorker> members() {
    return members;
  }

  /** The same workers, for eligibility. */
  public WorkerTable table() {
    return table;
  }

  /** What fetch hints know of them; always listed, so that nobody else counts. */
  public WorkerSnapshot workers() {
    return workers;
  }

  /** False: selections are not ready here. */
  public boolean isReady() {
    return !members.isEmpty();
  }

  @Override
  public String toString() {
    return key + " version " + version + ": " + members;
  }
}
