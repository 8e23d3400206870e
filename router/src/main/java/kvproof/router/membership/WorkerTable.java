package kvproof.router.membership;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.SchedulableWorker;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/**
 * The workers that may run requests, one row for each of their ranks, sorted by rank.
 *
 * <p>Immutable, so any thread may read it. Rows count from 0; the rows of a worker follow each
 * other. Nothing that is asked of it allocates.
 */
public final class WorkerTable {
  private static final WorkerTable EMPTY = new WorkerTable(new TreeMap<>());

  private final Member[] members; // by worker id, unsigned
  private final WorkerWithDpRank[] ranks; // by row
  private final int[] memberOfRow;

  /**
   * One worker and its rows.
   *
   * @param id the worker id, boxed once so that asking a set for it allocates nothing
   */
  record Member(Long id, SchedulableWorker worker, List<String> taints, int firstRow) {

    int rankCount() {
      return worker.rankCount();
    }
  }

  private WorkerTable(Map<Long, SchedulableWorker> workers) {
    int rows = 0;
    int next = 0;
    members = new Member[workers.size()];
    for (Map.Entry<Long, SchedulableWorker> entry : workers.entrySet()) {
      SchedulableWorker worker = entry.getValue();
      List<String> taints = List.copyOf(worker.taints());
      members[next++] = new Member(entry.getKey(), worker, taints, rows);
      rows = Math.addExact(rows, worker.rankCount());
    }
    ranks = new WorkerWithDpRank[rows];
    memberOfRow = new int[rows];
    for (int member = 0; member < members.length; member++) {
      fillRows(member);
    }
  }

  private void fillRows(int member) {
    SchedulableWorker worker = members[member].worker();
    for (int offset = 0; offset < worker.rankCount(); offset++) {
      int row = members[member].firstRow() + offset;
      ranks[row] = worker.rank(offset);
      memberOfRow[row] = member;
    }
  }

  /** Throws {@link IllegalArgumentException} if a worker occurs twice. */
  public static WorkerTable of(Collection<SchedulableWorker> workers) {
    Map<Long, SchedulableWorker> ordered = new TreeMap<>(Long::compareUnsigned);
    for (SchedulableWorker worker : workers) {
      if (ordered.put(worker.workerId(), worker) != null) {
        throw new IllegalArgumentException(
            "worker " + Long.toUnsignedString(worker.workerId()) + " is listed twice");
      }
    }
    return new WorkerTable(ordered);
  }

  public static WorkerTable empty() {
    return EMPTY;
  }

  /** How many ranks there are. */
  public int size() {
    return ranks.length;
  }

  public int workerCount() {
    return members.length;
  }

  public WorkerWithDpRank rank(int row) {
    return ranks[row];
  }

  /** The worker that the rank of this row belongs to. */
  public SchedulableWorker worker(int row) {
    return members[memberOfRow[row]].worker();
  }

  /** The row of a rank; -1 if its worker is not listed or has no such rank. */
  public int rowOf(WorkerWithDpRank rank) {
    int member = find(rank.workerId());
    if (member < 0 || !members[member].worker().hasRank(rank.dpRank())) {
      return -1;
    }
    return members[member].firstRow() + rank.dpRank() - members[member].worker().startRank();
  }

  /** Null if there is no such worker. */
  public @Nullable SchedulableWorker worker(long workerId) {
    int member = find(workerId);
    return member < 0 ? null : members[member].worker();
  }

  /** All worker ids, unsigned; a fresh set. */
  SortedSet<Long> workerIds() {
    SortedSet<Long> workerIds = new TreeSet<>(Long::compareUnsigned);
    for (Member member : members) {
      workerIds.add(member.id());
    }
    return workerIds;
  }

  Member member(int number) {
    return members[number];
  }

  /** The number of a worker's member, -1 if it is not listed. */
  int find(long workerId) {
    int low = 0;
    int high = members.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = Long.compareUnsigned(members[middle].worker().workerId(), workerId);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }
}
