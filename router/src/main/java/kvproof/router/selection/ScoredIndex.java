package kvproof.router.selection;

import java.util.List;
import kvproof.model.Answer;
import kvproof.model.BlockHashes;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.fetch.RetainedLookup;
import kvproof.router.fetch.ScoredLookup;
import kvproof.router.fetch.SourceDirectory;
import kvproof.router.index.OwnerTable;

/**
 * An index of which only the scores count: it is far away, or it goes by predictions.
 *
 * <p>Says so if workers could have fetched, once in a host.
 */
abstract class ScoredIndex implements PartitionIndex {
  private static final String NO_SOURCES = "no sources";

  private final OwnerTable owners = new OwnerTable();
  private final String kind;
  private final HostWarnings warnings;
  private WorkerSnapshot published = WorkerSnapshot.of(List.of());

  /**
   * @param kind what it is, for the warning
   */
  ScoredIndex(String kind, HostWarnings warnings) {
    this.kind = kind;
    this.warnings = warnings;
  }

  /** Scores of a prompt; what the answer says of sources is left out. */
  abstract Answer answer(Request request);

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
    if (localHashes.isEmpty()) {
      return ScoredLookup.empty();
    }
    return ScoredLookup.of(answer(new Request("", localHashes, List.of())), this::numberOf);
  }

  @Override
  public void release(RetainedLookup lookup) {}

  @Override
  public boolean offersCandidates() {
    if (published.offersHints()) {
      warnings.once(NO_SOURCES, kind + " names no sources: workers that could fetch get no hints");
    }
    return false;
  }

  @Override
  public SourceDirectory directoryFor(RetainedLookup lookup) {
    throw new IllegalStateException(kind + " names no sources");
  }

  @Override
  public void replace(WorkerSnapshot snapshot) {
    published = snapshot;
  }
}
