package kvproof.router.index;

import java.util.OptionalLong;
import java.util.function.Function;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
import kvproof.model.WorkerWithDpRank;

/**
 * Writes the resident counts of the ranks that an event was about, once it has been applied.
 *
 * <p>One absolute write for an event and rank, whether or not the event was accepted. For the
 * thread that applies the events of those ranks.
 */
public final class ResidentTracking {
  private final ResidentCounts counts;
  private final Function<WorkerWithDpRank, OptionalLong> resident;

  /**
   * @param resident what the index holds of a rank now; empty: the rank is not seen
   */
  public ResidentTracking(
      ResidentCounts counts, Function<WorkerWithDpRank, OptionalLong> resident) {
    this.counts = counts;
    this.resident = resident;
  }

  public void applied(KvCacheEvent event) {
    switch (event) {
      case Stored stored -> write(stored.owner());
      case Removed removed -> write(removed.owner());
      case Cleared cleared -> cleared.rank().ifPresent(this::write);
      case RankRemoved removed -> write(removed.rank());
      case WorkerRemoved removed -> counts.removeIf(rank -> rank.workerId() == removed.workerId());
    }
  }

  private void write(Owner owner) {
    if (owner instanceof WorkerWithDpRank rank) {
      write(rank);
    }
  }

  /** Writes what the index holds of a rank; none for one that is not seen. */
  public void write(WorkerWithDpRank rank) {
    OptionalLong blocks = resident.apply(rank);
    if (blocks.isPresent()) {
      counts.set(rank, blocks.getAsLong());
    } else {
      counts.remove(rank);
    }
  }
}
