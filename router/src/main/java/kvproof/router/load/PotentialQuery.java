package kvproof.router.load;

import static java.util.Collections.unmodifiableSortedMap;

import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.BlockHashes;
import kvproof.model.WorkerWithDpRank;

/**
 * A request of which is asked what load every rank would have with it.
 *
 * @param promptTokens its length, not below 0
 * @param cachedTokens what a rank is estimated to hold of it; a rank without entry: nothing known,
 *     which charges the whole prompt
 * @param tracksPrefill whether the request would be charged prefill tokens at all
 */
public record PotentialQuery(
    BlockHashes sequenceHashes,
    long promptTokens,
    SortedMap<WorkerWithDpRank, Long> cachedTokens,
    boolean tracksPrefill) {

  public PotentialQuery {
    if (promptTokens < 0) {
      throw new IllegalArgumentException("a prompt of " + promptTokens + " tokens");
    }
    cachedTokens = unmodifiableSortedMap(new TreeMap<>(cachedTokens));
    cachedTokens.forEach(
        (rank, tokens) -> {
          if (tokens < 0) {
            throw new IllegalArgumentException(tokens + " cached tokens on " + rank);
          }
        });
  }

  /** Prompt tokens less the cached ones, the latter at most the former. */
  long chargedTokens(WorkerWithDpRank rank) {
    if (!tracksPrefill) {
      return 0;
    }
    Long cached = cachedTokens.get(rank);
    return cached == null ? promptTokens : promptTokens - Math.min(cached, promptTokens);
  }
}
