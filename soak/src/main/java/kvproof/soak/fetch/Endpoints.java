package kvproof.soak.fetch;

import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import kvproof.model.CacheOwner;
import kvproof.model.Case;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
import kvproof.model.ResidencySnapshot;
import kvproof.model.ResidencySnapshot.HintSource;
import kvproof.model.StreamState;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;

/**
 * Who listens where at the end of a case's history.
 *
 * @param owners everybody who ever reported blocks, in source order
 */
record Endpoints(WorkerSnapshot workers, ResidencySnapshot residency, TreeSet<Owner> owners) {

  static Endpoints atEndOf(Case soakCase) {
    WorkerSnapshot workers = WorkerSnapshot.unlisted();
    ResidencySnapshot residency = ResidencySnapshot.empty();
    TreeSet<Owner> owners = new TreeSet<>();
    for (IndexStep step : soakCase.indexSteps()) {
      switch (step) {
        case WorkerSnapshot snapshot -> workers = snapshot;
        case ResidencySnapshot snapshot -> residency = snapshot;
        case Stored stored -> owners.add(stored.owner());
        case Removed removed -> owners.add(removed.owner());
        case Cleared _,
            RankRemoved _,
            WorkerRemoved _,
            StreamState _ -> {} // name nobody who holds a block
      }
    }
    return new Endpoints(workers, residency, owners);
  }

  /** Empty: nobody can reach that owner. */
  String of(Owner owner) {
    return switch (owner) {
      case WorkerWithDpRank rank -> workers.endpoint(rank);
      case CacheOwner cacheOwner ->
          Optional.ofNullable(residency.hintSources().get(cacheOwner))
              .map(HintSource::endpoint)
              .orElse("");
    };
  }

  /** Who answers there: the one that is expected if it may be that one, else the smallest. */
  Optional<Owner> at(String endpoint, Optional<Owner> expected) {
    return Stream.concat(expected.stream(), owners.stream())
        .filter(owner -> of(owner).equals(endpoint))
        .findFirst();
  }
}
