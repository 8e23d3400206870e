package kvproof.router.selection;

import kvproof.model.Answer;
import kvproof.model.BlockHashes;
import kvproof.model.KvRouter;
import kvproof.model.Request;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.index.ResidentCountsView;
import org.jspecify.annotations.Nullable;

/**
 * An index that another process keeps and answers for: scores come back, no candidates and no
 * counts, and waiting requests are not looked up again.
 */
public final class RemoteIndex extends ScoredIndex {
  private final KvRouter remote;

  /**
   * @param remote answers as the other process does
   * @param warnings the host's
   */
  public RemoteIndex(KvRouter remote, HostWarnings warnings) {
    super("a remote index", warnings);
    this.remote = remote;
  }

  @Override
  Answer answer(Request request) {
    return remote.answer(request);
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
  public boolean trackResidentBlocks() {
    return false;
  }

  @Override
  public void routed(WorkerWithDpRank rank, BlockHashes localHashes, BlockHashes sequenceHashes) {}
}
