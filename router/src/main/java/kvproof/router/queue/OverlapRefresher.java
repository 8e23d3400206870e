package kvproof.router.queue;

import java.util.Optional;
import kvproof.model.BlockHashes;
import kvproof.router.fetch.RetainedLookup;

/**
 * Looks the prompt of a request up again that waited long, while the queue waits for it.
 *
 * <p>Meanwhile the clock may go on, workers may become busy, and what is asked of the queue is done
 * behind the turn.
 */
@FunctionalInterface
public interface OverlapRefresher {

  /**
   * The new look-up, as one value; empty or an exception: the request keeps its old one.
   *
   * @param candidates whether the request keeps candidates
   */
  Optional<RetainedLookup> refresh(BlockHashes localHashes, boolean candidates) throws Exception;
}
