package kvproof.router.selection;

import kvproof.model.BlockHashes;
import kvproof.model.Owner;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.fetch.RetainedLookup;
import kvproof.router.fetch.ScoredLookup;
import kvproof.router.fetch.SourceDirectory;
import kvproof.router.index.OwnerTable;
import kvproof.router.index.ResidentCountsView;
import org.jspecify.annotations.Nullable;

/**
 * Stands where no index was opened, because the policy reads nothing of the cache: nobody holds
 * anything.
 */
final class UnaskedIndex implements PartitionIndex {
  private final OwnerTable owners = new OwnerTable();

  @Override
  public int numberOf(WorkerWithDpRank rank) {
    return owners.numberOf(rank);
  }

  @Override
  public Owner owner(int number) {
    return owners.owner(number);
  }

  @Override
  public RetainedLookup lookUp(BlockHashes localHashes, boolean candidates) {
    return ScoredLookup.unasked();
  }

  @Override
  public void release(RetainedLookup lookup) {}

  @Override
  public boolean offersCandidates() {
    return false;
  }

  @Override
  public SourceDirectory directoryFor(RetainedLookup lookup) {
    throw new IllegalStateException("without an index there are no sources");
  }

  @Override
  public boolean isLocal() {
    return false;
  }

  @Override
  public @Nullable ResidentCountsView residentCounts() {
    return null;
  }

  @Override
  public void replace(WorkerSnapshot published) {}

  @Override
  public boolean trackResidentBlocks() {
    return false;
  }

  @Override
  public void routed(WorkerWithDpRank rank, BlockHashes localHashes, BlockHashes sequenceHashes) {}
}
