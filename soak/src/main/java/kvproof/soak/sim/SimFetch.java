package kvproof.soak.sim;

import java.util.List;
import java.util.Optional;
import kvproof.mocknixl.worker.WrongBlock;
import kvproof.model.FetchFault;
import kvproof.model.FetchResult;
import kvproof.model.KvHintAction;
import kvproof.model.Owner;
import kvproof.model.WorkerWithDpRank;

/** One fetch in virtual time, before and after. */
public final class SimFetch {
  private SimFetch() {}

  /**
   * What is to be carried out.
   *
   * @param asked who listens at the hint's endpoint
   * @param requestId never used before by that target
   */
  public record Order(
      WorkerWithDpRank target,
      Owner asked,
      String requestId,
      KvHintAction.Fetch hint,
      Optional<FetchFault> fault) {}

  /**
   * What was seen.
   *
   * @param struck whether the fault came about
   * @param wrongBlocks what was reported as written and is something else
   */
  public record Seen(FetchResult result, boolean struck, List<WrongBlock> wrongBlocks) {
    public Seen {
      wrongBlocks = List.copyOf(wrongBlocks);
    }
  }
}
