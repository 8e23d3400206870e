package kvproof.router.index;

import kvproof.model.CacheOwner;
import kvproof.model.ResidencySnapshot;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/**
 * A residency snapshot over owner numbers: what projection and advertisement make of an owner set.
 *
 * <p>Valid as long as the snapshot stands and no owner was met beyond its number of words.
 */
public final class ResidencyView {
  private final OwnerTable owners;
  private final ResidencySnapshot snapshot;
  private final int words;

  /** Meets every rank that the snapshot names. */
  public ResidencyView(OwnerTable owners, ResidencySnapshot snapshot) {
    this.owners = owners;
    this.snapshot = snapshot;
    snapshot.projections().values().forEach(owners::numberOf);
    snapshot.hintSources().forEach((owner, source) -> owners.numberOf(owner));
    snapshot
        .hintSources()
        .values()
        .forEach(source -> source.attachedTo().ifPresent(owners::numberOf));
    this.words = owners.words();
  }

  public ResidencySnapshot snapshot() {
    return snapshot;
  }

  /** Words of the sets that this view makes. */
  int words() {
    return words;
  }

  /** Number of the rank that a cache owner counts for, or -1. */
  int projectedTo(int cacheOwner) {
    @Nullable WorkerWithDpRank rank =
        snapshot.projections().get((CacheOwner) owners.owner(cacheOwner));
    return rank == null ? -1 : owners.find(rank);
  }

  OwnerSet.View viewOf(OwnerSet set) {
    long[] projected = new long[words];
    long[] sources = new long[words];
    boolean advertised = false;
    for (int owner = OwnerBits.next(set.words, 0);
        owner >= 0;
        owner = OwnerBits.next(set.words, owner + 1)) {
      if (owners.isRank(owner)) {
        OwnerBits.set(projected, owner);
        OwnerBits.set(sources, owner);
        continue;
      }
      int rank = projectedTo(owner);
      if (rank >= 0) {
        OwnerBits.set(projected, rank);
      }
      if (snapshot.hintSources().containsKey((CacheOwner) owners.owner(owner))) {
        OwnerBits.set(sources, owner);
        advertised = true;
      }
    }
    return new OwnerSet.View(this, projected, sources, advertised);
  }
}
