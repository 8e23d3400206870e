package kvproof.model;

import java.util.List;

/**
 * One prompt to be routed.
 *
 * @param id names the request in reports and becomes the hint's message id
 * @param localHashes local hash of each complete block, from the root; may be empty
 * @param targets ranks that may get the request, each at most once; may be empty
 */
public record Request(String id, BlockHashes localHashes, List<WorkerWithDpRank> targets) {
  public Request {
    targets = List.copyOf(targets);
    if (targets.stream().distinct().count() != targets.size()) {
      throw new IllegalArgumentException("request " + id + " names a target twice: " + targets);
    }
  }
}
