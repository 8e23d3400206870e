package kvproof.router.load;

import java.util.List;
import kvproof.model.WorkerWithDpRank;

/**
 * Which ranks got a slot and which lost theirs, each sorted; the others keep slot and load.
 *
 * @param removed with everything that was booked on them
 */
public record TopologyChange(List<WorkerWithDpRank> added, List<WorkerWithDpRank> removed) {
  public TopologyChange {
    added = List.copyOf(added);
    removed = List.copyOf(removed);
  }

  public boolean isEmpty() {
    return added.isEmpty() && removed.isEmpty();
  }
}
