package kvproof.model;

import java.util.List;
import java.util.Optional;

/**
 * A hint carried out after the history of a case.
 *
 * @param requestId the request whose hint is carried out
 * @param target the rank that got the hint; one of the request's targets
 * @param meanwhile what changed in the caches between look-up and fetch, unknown to the router
 * @param askInstead a rank that listens at the hinted source's endpoint in its place: a wrong
 *     source
 * @param fault what goes wrong on the way
 */
public record FetchAttempt(
    String requestId,
    WorkerWithDpRank target,
    List<KvCacheEvent> meanwhile,
    Optional<WorkerWithDpRank> askInstead,
    Optional<FetchFault> fault) {
  public FetchAttempt {
    meanwhile = List.copyOf(meanwhile);
  }

  /** An attempt on whose way nothing goes wrong. */
  public FetchAttempt(
      String requestId,
      WorkerWithDpRank target,
      List<KvCacheEvent> meanwhile,
      Optional<WorkerWithDpRank> askInstead) {
    this(requestId, target, meanwhile, askInstead, Optional.empty());
  }
}
