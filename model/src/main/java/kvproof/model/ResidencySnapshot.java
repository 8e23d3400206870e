package kvproof.model;

import static java.util.Collections.unmodifiableSortedMap;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is known of the persistent cache owners, as one immutable value.
 *
 * <p>{@code projections}: the owner's blocks count as local blocks of that rank. {@code
 * hintSources}: owners that may be named in a hint ("advertised"). The two are independent, and
 * replacing the snapshot touches no block.
 */
public record ResidencySnapshot(
    SortedMap<CacheOwner, WorkerWithDpRank> projections,
    SortedMap<CacheOwner, HintSource> hintSources)
    implements CaseStep {

  /**
   * How to reach a cache owner as a source.
   *
   * @param endpoint control endpoint; empty: advertised, but never chosen
   * @param workerType compared for equality with the target's
   * @param attachedTo the rank that this owner must not be offered to
   */
  public record HintSource(
      String endpoint, String workerType, Optional<WorkerWithDpRank> attachedTo) {}

  public ResidencySnapshot {
    projections = unmodifiableSortedMap(new TreeMap<>(projections));
    hintSources = unmodifiableSortedMap(new TreeMap<>(hintSources));
  }

  /** No projection, nobody advertised. */
  public static ResidencySnapshot empty() {
    return new ResidencySnapshot(new TreeMap<>(), new TreeMap<>());
  }
}
