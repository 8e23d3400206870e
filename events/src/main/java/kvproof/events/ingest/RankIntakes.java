package kvproof.events.ingest;

import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import kvproof.model.CacheOwner;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
import kvproof.model.WorkerWithDpRank;

/** The intakes of the ranks whose streams are open; looked up by any thread. */
final class RankIntakes {
  private final ConcurrentMap<WorkerWithDpRank, RankIntake> open = new ConcurrentHashMap<>();

  void add(WorkerWithDpRank rank, RankIntake intake) {
    open.put(rank, intake);
  }

  void remove(WorkerWithDpRank rank) {
    open.remove(rank);
  }

  Optional<RankIntake> of(WorkerWithDpRank rank) {
    return Optional.ofNullable(open.get(rank));
  }

  /** The rank that the event is about; empty if it is about none, or about more than one. */
  static Optional<WorkerWithDpRank> rankOf(KvCacheEvent event) {
    return switch (event) {
      case Stored stored -> rankOf(stored.owner());
      case Removed removed -> rankOf(removed.owner());
      case Cleared cleared -> cleared.rank();
      case RankRemoved removed -> Optional.of(removed.rank());
      case WorkerRemoved _ -> Optional.empty();
    };
  }

  private static Optional<WorkerWithDpRank> rankOf(Owner owner) {
    return switch (owner) {
      case WorkerWithDpRank rank -> Optional.of(rank);
      case CacheOwner _ -> Optional.empty();
    };
  }
}
