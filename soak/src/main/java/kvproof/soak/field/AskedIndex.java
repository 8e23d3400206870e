package kvproof.soak.field;

import kvproof.model.BlockHashes;
import kvproof.model.Owner;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.fetch.RetainedLookup;
import kvproof.router.fetch.SourceDirectory;
import kvproof.router.index.ResidentCountsView;
import kvproof.router.selection.PartitionIndex;
import org.jspecify.annotations.Nullable;

/** Passes everything on to the index of a partition, and counts how often it is asked. */
final class AskedIndex implements PartitionIndex {
  private final PartitionIndex index;
  private long lookUps;

  AskedIndex(PartitionIndex index) {
    this.index = index;
  }

  long lookUps() {
    return lookUps;
  }

  @Override
  public RetainedLookup lookUp(BlockHashes localHashes, boolean candidates) {
    lookUps++;
    return index.lookUp(localHashes, candidates);
  }

  @Override
  public void release(RetainedLookup lookup) {
    index.release(lookup);
  }

  @Override
  public int numberOf(WorkerWithDpRank rank) {
    return index.numberOf(rank);
  }

  @Override
  public Owner owner(int number) {
    return index.owner(number);
  }

  @Override
  public boolean offersCandidates() {
    return index.offersCandidates();
  }

  @Override
  public SourceDirectory directoryFor(RetainedLookup lookup) {
    return index.directoryFor(lookup);
  }

  @Override
  public boolean isLocal() {
    return index.isLocal();
  }

  @Override
  public @Nullable ResidentCountsView residentCounts() {
    return index.residentCounts();
  }

  @Override
  public void replace(WorkerSnapshot published) {
    index.replace(published);
  }

  @Override
  public boolean trackResidentBlocks() {
    return index.trackResidentBlocks();
  }

  @Override
  public void routed(WorkerWithDpRank rank, BlockHashes localHashes, BlockHashes sequenceHashes) {
    index.routed(rank, localHashes, sequenceHashes);
  }
}
