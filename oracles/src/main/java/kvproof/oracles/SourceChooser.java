package kvproof.oracles;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.Answer.SourceInterval;
import kvproof.model.CacheOwner;
import kvproof.model.Island;
import kvproof.model.KvHint;
import kvproof.model.Owner;
import kvproof.model.ResidencySnapshot;
import kvproof.model.ResidencySnapshot.HintSource;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;

/**
 * The source for one target, every interval tried: {@code continuation.md} 7.1, {@code
 * fetch-hints.md} 5 (who may), 6.3 (who is best) and 7 (islands).
 */
record SourceChooser(
    Lookup lookup,
    Chain chain,
    List<SourceInterval> intervals,
    Set<Owner> gapped,
    ResidencySnapshot residency,
    WorkerSnapshot workers,
    String messageId) {

  private static final Comparator<SourceInterval> BEST_FIRST =
      Comparator.comparingInt((SourceInterval candidate) -> candidate.interval().end())
          .reversed()
          .thenComparing(SourceInterval::owner);

  SourceChoice choose(WorkerWithDpRank target) {
    int frontier = lookup.run(target).frontier();
    if (!mayFetch(target, frontier)) {
      return SourceChoice.none(frontier);
    }
    List<SourceInterval> usable =
        intervals.stream()
            .filter(candidate -> reachesBeyond(frontier, candidate))
            .filter(candidate -> !gapped.contains(candidate.owner()))
            .filter(candidate -> isEligible(candidate.owner(), target))
            .toList();
    return best(usable, target)
        .map(chosen -> hinted(chosen, frontier))
        .orElse(SourceChoice.none(frontier));
  }

  private boolean mayFetch(WorkerWithDpRank target, int frontier) {
    return frontier < lookup.size()
        && chain.isOnChain(target)
        && workers.isConfigured(target)
        && !workers.workerType(target).isEmpty();
  }

  private static boolean reachesBeyond(int frontier, SourceInterval candidate) {
    return candidate.interval().start() <= frontier && candidate.interval().end() > frontier;
  }

  private boolean isEligible(Owner source, WorkerWithDpRank target) {
    return switch (source) {
      case WorkerWithDpRank rank ->
          !rank.equals(target)
              && workers.isConfigured(rank)
              && workers.eventSource(rank).isEmpty() // it speaks for itself
              && workers.workerType(rank).equals(workers.workerType(target))
              && !workers.endpoint(rank).isEmpty();
      case CacheOwner cacheOwner -> {
        HintSource record = hintSource(cacheOwner);
        yield !record.attachedTo().equals(Optional.of(target))
            && record.workerType().equals(workers.workerType(target))
            && !record.endpoint().isEmpty();
      }
    };
  }

  /** The target's island and its enforcement decide what others count. */
  private Optional<SourceInterval> best(List<SourceInterval> usable, WorkerWithDpRank target) {
    Optional<Island> home = workers.island(target);
    Optional<SourceInterval> anywhere = usable.stream().min(BEST_FIRST);
    if (home.isEmpty()) {
      return anywhere;
    }
    Optional<SourceInterval> atHome =
        usable.stream()
            .filter(candidate -> island(candidate.owner()).filter(home.get()::isSameAs).isPresent())
            .min(BEST_FIRST);
    return switch (home.get().enforcement()) {
      case PREFERRED -> atHome.or(() -> anywhere);
      case REQUIRED -> atHome;
    };
  }

  private Optional<Island> island(Owner source) {
    return switch (source) {
      case WorkerWithDpRank rank -> workers.island(rank);
      case CacheOwner cacheOwner -> hintSource(cacheOwner).attachedTo().flatMap(workers::island);
    };
  }

  private SourceChoice hinted(SourceInterval chosen, int frontier) {
    int end = chosen.interval().end();
    String endpoint =
        switch (chosen.owner()) {
          case WorkerWithDpRank rank -> workers.endpoint(rank);
          case CacheOwner cacheOwner -> hintSource(cacheOwner).endpoint();
        };
    KvHint hint = KvHint.fetch(messageId, chain.prefix(end), endpoint);
    return new SourceChoice(frontier, Optional.of(chosen.owner()), end, Optional.of(hint));
  }

  private HintSource hintSource(CacheOwner cacheOwner) {
    return requireNonNull(residency.hintSources().get(cacheOwner)); // all are advertised
  }
}
