package kvproof.oracles;

import java.util.Optional;
import java.util.Set;
import kvproof.model.CacheOwner;
import kvproof.model.Island;
import kvproof.model.Island.Enforcement;
import kvproof.model.Owner;
import kvproof.model.ResidencySnapshot;
import kvproof.model.ResidencySnapshot.HintSource;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;

/** Who may be named to one target, whatever anybody holds: {@code fetch-hints.md} 5 and 7. */
record SourceLaws(
    ResidencySnapshot residency,
    WorkerSnapshot workers,
    Set<Owner> gapped,
    WorkerWithDpRank target) {

  /** Why the source must not be named, as the rest of a sentence; empty: it may be. */
  Optional<String> objection(Owner source) {
    Optional<Island> home = workers.island(target);
    if (home.isPresent()
        && home.get().enforcement() == Enforcement.REQUIRED
        && !isInTargetsIsland(source)) {
      return Optional.of("is outside the required island " + home.get());
    }
    if (workers.workerType(target).isEmpty() || !workers.isConfigured(target)) {
      return Optional.of("is named to a target that may not fetch");
    }
    if (!workerType(source).equals(workers.workerType(target))) {
      return Optional.of("has worker type '" + workerType(source) + "'");
    }
    if (gapped.contains(source)) {
      return Optional.of("has an event gap");
    }
    if (endpoint(source).isEmpty()) {
      return Optional.of("has no endpoint");
    }
    return switch (source) {
      case WorkerWithDpRank rank -> objectionToRank(rank);
      case CacheOwner cacheOwner -> objectionToCacheOwner(cacheOwner);
    };
  }

  private Optional<String> objectionToRank(WorkerWithDpRank rank) {
    if (rank.equals(target)) {
      return Optional.of("is the target itself");
    }
    if (!workers.isConfigured(rank)) {
      return Optional.of("is not configured");
    }
    return workers.eventSource(rank).map(speaker -> "is spoken for by " + speaker);
  }

  private Optional<String> objectionToCacheOwner(CacheOwner cacheOwner) {
    boolean attached =
        hintSource(cacheOwner).flatMap(HintSource::attachedTo).equals(Optional.of(target));
    return attached ? Optional.of("is attached to the target") : Optional.empty();
  }

  /** Both have an island and it is the same one. */
  boolean isInTargetsIsland(Owner source) {
    Optional<Island> island =
        switch (source) {
          case WorkerWithDpRank rank -> workers.island(rank);
          case CacheOwner cacheOwner ->
              hintSource(cacheOwner).flatMap(HintSource::attachedTo).flatMap(workers::island);
        };
    Optional<Island> home = workers.island(target);
    return island.isPresent() && home.isPresent() && island.get().isSameAs(home.get());
  }

  /** Where the source is asked; empty if nowhere. */
  String endpoint(Owner source) {
    return switch (source) {
      case WorkerWithDpRank rank -> workers.endpoint(rank);
      case CacheOwner cacheOwner -> hintSource(cacheOwner).map(HintSource::endpoint).orElse("");
    };
  }

  private String workerType(Owner source) {
    return switch (source) {
      case WorkerWithDpRank rank -> workers.workerType(rank);
      case CacheOwner cacheOwner -> hintSource(cacheOwner).map(HintSource::workerType).orElse("");
    };
  }

  private Optional<HintSource> hintSource(CacheOwner cacheOwner) {
    return Optional.ofNullable(residency.hintSources().get(cacheOwner));
  }
}
