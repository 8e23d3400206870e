package kvproof.router.fetch;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import kvproof.model.ResidencySnapshot;
import kvproof.model.WorkerSnapshot;
import kvproof.router.index.OwnerTable;

/**
 * Directories for residency snapshots that were pinned by a look-up and have been replaced since,
 * each with the workers as they are now.
 *
 * <p>Keeps those used last, so that requests of one look-up time share one, also where requests of
 * many times wait. For one thread at a time.
 */
public final class PinnedDirectories {
  static final int MOST_KEPT = 64;

  private record Kept(ResidencySnapshot residency, SourceDirectory directory) {}

  private final OwnerTable owners;
  private final IntToLongFunction gapped;

  /** The one used last comes last. */
  private final List<Kept> kept = new ArrayList<>();

  private WorkerSnapshot workers;

  /**
   * @param gapped whose event stream misses something now, as bits: for word w, owners from 64 * w
   */
  public PinnedDirectories(OwnerTable owners, IntToLongFunction gapped, WorkerSnapshot workers) {
    this.owners = owners;
    this.gapped = gapped;
    this.workers = workers;
  }

  /** From now on directories are of these workers. */
  public void replace(WorkerSnapshot snapshot) {
    workers = snapshot;
    kept.clear();
  }

  /** The directory of this very snapshot; it describes every owner met so far. */
  @SuppressWarnings("ReferenceEquality") // an equal one may have a directory of its own
  public SourceDirectory of(ResidencySnapshot residency) {
    for (int i = kept.size() - 1; i >= 0; i--) {
      if (kept.get(i).residency() == residency) {
        Kept known = kept.remove(i);
        kept.add(known);
        known.directory().meetOwners();
        return known.directory();
      }
    }
    if (kept.size() == MOST_KEPT) {
      kept.removeFirst();
    }
    SourceDirectory made = new SourceDirectory(owners, gapped, residency, workers);
    kept.add(new Kept(residency, made));
    return made;
  }
}
