package kvproof.soak.situation;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StreamState;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;

/**
 * What stands at some moment of a case besides the inventories: the two snapshots, and whose event
 * streams have a gap.
 */
record Snapshots(ResidencySnapshot residency, WorkerSnapshot workers, SortedSet<Owner> gapped) {

  static Snapshots atTheStart() {
    return new Snapshots(
        ResidencySnapshot.empty(), WorkerSnapshot.unlisted(), Collections.emptySortedSet());
  }

  Snapshots after(IndexStep step) {
    return switch (step) {
      case Stored _, Removed _ -> this;
      case Cleared(var rank, var cacheOwner) ->
          without(
              owner ->
                  rank.filter(owner::equals).isPresent()
                      || cacheOwner.filter(owner::equals).isPresent());
      case RankRemoved(var rank) -> without(rank::equals);
      case WorkerRemoved(long workerId) ->
          without(owner -> owner instanceof WorkerWithDpRank rank && rank.workerId() == workerId);
      case ResidencySnapshot replaced -> new Snapshots(replaced, workers, gapped);
      case WorkerSnapshot replaced -> new Snapshots(residency, replaced, gapped);
      case StreamState(var owner, var isGapped) -> isGapped ? with(owner) : without(owner::equals);
    };
  }

  private Snapshots with(Owner owner) {
    SortedSet<Owner> more = new TreeSet<>(gapped);
    more.add(owner);
    return new Snapshots(residency, workers, more);
  }

  private Snapshots without(Predicate<Owner> isKnownAgain) {
    if (gapped.isEmpty()) {
      return this;
    }
    SortedSet<Owner> fewer = new TreeSet<>(gapped);
    fewer.removeIf(isKnownAgain);
    return new Snapshots(residency, workers, fewer);
  }
}
