package kvproof.model;

import java.util.List;
import java.util.Optional;

/**
 * A hint carried out after the history of a case.
 *
 * @param requestId the request whose hint is carried out
 * @param target the rank that got the hint; one of the request's targets
 * @param meanwhile what changed in the caches between look-up and fetch, unknown to the router
 * @param askInstead a rank to ask in place of the hinted source: a wrong source
 */
public record FetchAttempt(
    String requestId,
    WorkerWithDpRank target,
    List<KvCacheEvent> meanwhile,
    Optional<WorkerWithDpRank> askInstead) {
  public FetchAttempt {
    meanwhile = List.copyOf(meanwhile);
  }
}
