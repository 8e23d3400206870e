package kvproof.router.queue;

import java.util.List;
import kvproof.model.SchedulableWorker;
import kvproof.model.WorkerHealth;
import kvproof.router.load.ActiveSequences;
import kvproof.router.membership.WorkerTable;

/**
 * The ranks that may run requests now, row by row, with their owner number and their slot, and what
 * is said of the health of their workers.
 */
final class Members {
  private final OverlapIndex index;
  private final ActiveSequences sequences;
  private WorkerTable table = WorkerTable.empty();
  private WorkerHealth health = WorkerHealth.good();
  private int[] numbers = new int[0];
  private int[] slots = new int[0];
  private long slotsOfVersion = -1;

  Members(OverlapIndex index, ActiveSequences sequences) {
    this.index = index;
    this.sequences = sequences;
  }

  /** Reconciles the slots: what a rank that leaves had booked is gone. */
  void replace(List<SchedulableWorker> workers, long nowNanos) {
    table = WorkerTable.of(workers);
    sequences.reconcile(workers, nowNanos);
    numbers = new int[table.size()];
    for (int row = 0; row < numbers.length; row++) {
      numbers[row] = index.numberOf(table.rank(row));
    }
    readSlots();
  }

  private void readSlots() {
    slots = new int[table.size()];
    for (int row = 0; row < slots.length; row++) {
      slots[row] = sequences.slotOf(table.rank(row));
    }
    slotsOfVersion = sequences.topologyVersion();
  }

  void replace(WorkerHealth newHealth) {
    health = newHealth;
  }

  WorkerTable table() {
    return table;
  }

  WorkerHealth health() {
    return health;
  }

  /** Owner number of the rank in this row. */
  int number(int row) {
    return numbers[row];
  }

  /** Slot of the rank in this row; -1 if it has none. */
  int slot(int row) {
    if (slotsOfVersion != sequences.topologyVersion()) {
      readSlots();
    }
    return slots[row];
  }
}
