package kvproof.oracles.log;

import java.util.Optional;
import kvproof.model.CacheOwner;
import kvproof.model.Island;
import kvproof.model.Island.Enforcement;
import kvproof.model.Owner;
import kvproof.model.ResidencySnapshot;
import kvproof.model.ResidencySnapshot.HintSource;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;

/**
 * Who may serve whom, whatever they hold (fetch-hints.md 5 and 7).
 *
 * <p>A cache owner asked about here is advertised; another one is no source to begin with.
 */
public record Eligibility(EventLog log, ResidencySnapshot residency, WorkerSnapshot workers) {

  boolean mayBeTarget(WorkerWithDpRank target) {
    return workers.isConfigured(target) && !workers.workerType(target).isEmpty();
  }

  boolean mayServe(Owner source, WorkerWithDpRank target) {
    return !log.isGapped(source)
        && mayServeByItself(source, target)
        && workerType(source).equals(workers.workerType(target))
        && !endpoint(source).isEmpty()
        && (shareIsland(source, target) || !requiresIsland(target));
  }

  /** Not the target, nor attached to it; a rank is configured and reports its own events. */
  private boolean mayServeByItself(Owner source, WorkerWithDpRank target) {
    return switch (source) {
      case WorkerWithDpRank rank ->
          !rank.equals(target) && workers.isConfigured(rank) && workers.eventSource(rank).isEmpty();
      case CacheOwner owner -> !advertised(owner).attachedTo().equals(Optional.of(target));
    };
  }

  /** Both have an island, under one domain name and of one value. */
  boolean shareIsland(Owner source, WorkerWithDpRank target) {
    Optional<Island> theirs = island(source);
    return workers
        .island(target)
        .filter(own -> theirs.filter(other -> isSame(own, other)).isPresent())
        .isPresent();
  }

  String endpoint(Owner source) {
    return switch (source) {
      case WorkerWithDpRank rank -> workers.endpoint(rank);
      case CacheOwner owner -> advertised(owner).endpoint();
    };
  }

  private String workerType(Owner source) {
    return switch (source) {
      case WorkerWithDpRank rank -> workers.workerType(rank);
      case CacheOwner owner -> advertised(owner).workerType();
    };
  }

  private Optional<Island> island(Owner source) {
    return switch (source) {
      case WorkerWithDpRank rank -> workers.island(rank);
      case CacheOwner owner -> advertised(owner).attachedTo().flatMap(workers::island);
    };
  }

  private boolean requiresIsland(WorkerWithDpRank target) {
    return workers
        .island(target)
        .filter(island -> island.enforcement() == Enforcement.REQUIRED)
        .isPresent();
  }

  private static boolean isSame(Island left, Island right) {
    return left.domain().equals(right.domain()) && left.value().equals(right.value());
  }

  private HintSource advertised(CacheOwner owner) {
    HintSource hintSource = residency.hintSources().get(owner);
    if (hintSource == null) {
      throw new AssertionError("not an advertised cache owner: " + owner);
    }
    return hintSource;
  }
}
