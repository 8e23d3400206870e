package kvproof.soak.situation;

import static kvproof.model.Island.Enforcement.REQUIRED;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import kvproof.model.CacheOwner;
import kvproof.model.Island;
import kvproof.model.Owner;
import kvproof.model.ResidencySnapshot.HintSource;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;

/**
 * Why a source may not serve a target: {@code fetch-hints.md} 5 and 7, {@code index.md} 6.9.
 *
 * <p>That the source is the target itself is not among them: see {@link TargetScene}.
 */
enum Refusal {
  ATTACHED_TO_TARGET,
  UNLISTED,
  PERSISTENT_OWNER_SPEAKS,
  UNKNOWN_EVENT_SOURCE,
  OTHER_WORKER_TYPE,
  NO_ENDPOINT,
  EVENT_GAP,
  OUTSIDE_REQUIRED_ISLAND;

  private static final String STATE_AGENT = "state_agent_v2";

  /** Every reason at once; empty: the source is eligible. */
  static Set<Refusal> all(Owner source, WorkerWithDpRank target, Snapshots snapshots) {
    Set<Refusal> refusals = EnumSet.noneOf(Refusal.class);
    switch (source) {
      case WorkerWithDpRank rank -> addOfRank(refusals, rank, target, snapshots.workers());
      case CacheOwner owner -> addOfCacheOwner(refusals, owner, target, snapshots);
    }
    if (snapshots.gapped().contains(source)) {
      refusals.add(EVENT_GAP);
    }
    Optional<Island> home = snapshots.workers().island(target);
    if (home.isPresent()
        && home.get().enforcement() == REQUIRED
        && !island(source, snapshots).filter(home.get()::isSameAs).isPresent()) {
      refusals.add(OUTSIDE_REQUIRED_ISLAND);
    }
    return refusals;
  }

  private static void addOfRank(
      Set<Refusal> refusals,
      WorkerWithDpRank rank,
      WorkerWithDpRank target,
      WorkerSnapshot workers) {
    if (!workers.isConfigured(rank)) {
      refusals.add(UNLISTED);
      return; // nothing else is known of it
    }
    workers
        .eventSource(rank)
        .ifPresent(
            mode ->
                refusals.add(
                    mode.equals(STATE_AGENT) ? PERSISTENT_OWNER_SPEAKS : UNKNOWN_EVENT_SOURCE));
    if (!workers.workerType(rank).equals(workers.workerType(target))) {
      refusals.add(OTHER_WORKER_TYPE);
    }
    if (workers.endpoint(rank).isEmpty()) {
      refusals.add(NO_ENDPOINT);
    }
  }

  private static void addOfCacheOwner(
      Set<Refusal> refusals, CacheOwner owner, WorkerWithDpRank target, Snapshots snapshots) {
    HintSource record = snapshots.residency().hintSources().get(owner);
    if (record == null) {
      throw new AssertionError(owner + " has an interval and is not advertised");
    }
    if (record.attachedTo().filter(target::equals).isPresent()) {
      refusals.add(ATTACHED_TO_TARGET);
    }
    if (!record.workerType().equals(snapshots.workers().workerType(target))) {
      refusals.add(OTHER_WORKER_TYPE);
    }
    if (record.endpoint().isEmpty()) {
      refusals.add(NO_ENDPOINT);
    }
  }

  /** Of a rank's worker, or of the worker that a cache owner is attached to. */
  static Optional<Island> island(Owner source, Snapshots snapshots) {
    return identity(source, snapshots).flatMap(snapshots.workers()::island);
  }

  /** The rank that a source must not be offered to; absent: an unattached cache owner. */
  static Optional<WorkerWithDpRank> identity(Owner source, Snapshots snapshots) {
    return switch (source) {
      case WorkerWithDpRank rank -> Optional.of(rank);
      case CacheOwner owner ->
          Optional.ofNullable(snapshots.residency().hintSources().get(owner))
              .flatMap(HintSource::attachedTo);
    };
  }
}
