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
    implements IndexStep {

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

  public static Builder builder() {
    return new Builder();
  }

  /**
   * Collects a snapshot record by record, and refuses what contradicts a record before it.
   *
   * <p>Saying the same thing twice is fine. A refused record changes nothing. For one thread.
   */
  public static final class Builder {
    private final SortedMap<CacheOwner, WorkerWithDpRank> projections = new TreeMap<>();
    private final SortedMap<CacheOwner, HintSource> hintSources = new TreeMap<>();

    private Builder() {}

    /** Throws {@link IllegalArgumentException} if the owner is projected to another rank. */
    public Builder project(CacheOwner owner, WorkerWithDpRank rank) {
      putOnce(projections, owner, rank, "projected to");
      return this;
    }

    /** Throws {@link IllegalArgumentException} if the owner is advertised in another way. */
    public Builder advertise(CacheOwner owner, HintSource source) {
      putOnce(hintSources, owner, source, "advertised as");
      return this;
    }

    public ResidencySnapshot build() {
      return new ResidencySnapshot(projections, hintSources);
    }

    private static <V> void putOnce(
        SortedMap<CacheOwner, V> records, CacheOwner owner, V value, String verb) {
      V before = records.putIfAbsent(owner, value);
      if (before != null && !before.equals(value)) {
        throw new IllegalArgumentException(
            "cache owner " + owner + " is " + verb + " " + before + " and " + value);
      }
    }
  }
}
