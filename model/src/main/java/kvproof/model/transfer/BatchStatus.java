package kvproof.model.transfer;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** How far the tasks of a {@link TransferBatch} are; tasks go by their number, from 0. */
public sealed interface BatchStatus {

  /** Tasks that are done, ascending: every byte of each is in place. */
  List<Integer> completed();

  /** Tasks that failed or were given up, and how; ascending. */
  SortedMap<Integer, TransferStatus> failed();

  /**
   * Bytes may still move, whatever has failed already.
   *
   * @param pending tasks that have not ended, ascending; at least one
   */
  record InProgress(
      List<Integer> pending, List<Integer> completed, SortedMap<Integer, TransferStatus> failed)
      implements BatchStatus {
    public InProgress {
      pending = List.copyOf(pending);
      completed = List.copyOf(completed);
      failed = copy(failed);
    }
  }

  /** All tasks are done. */
  record Done(List<Integer> completed) implements BatchStatus {
    public Done {
      completed = List.copyOf(completed);
    }

    @Override
    public SortedMap<Integer, TransferStatus> failed() {
      return Collections.emptySortedMap();
    }
  }

  /** All tasks have ended, and at least one is not done. */
  record Failed(List<Integer> completed, SortedMap<Integer, TransferStatus> failed)
      implements BatchStatus {
    public Failed {
      completed = List.copyOf(completed);
      failed = copy(failed);
    }
  }

  private static SortedMap<Integer, TransferStatus> copy(SortedMap<Integer, TransferStatus> map) {
    return Collections.unmodifiableSortedMap(new TreeMap<>(map));
  }
}
