package kvproof.router.reuse;

import java.util.OptionalDouble;

/**
 * What was counted of requests of one kind.
 *
 * <p>Throws {@link IllegalArgumentException} for a negative count, and for more hits than queries.
 *
 * @param requests how many were sent to a rank
 * @param subBlockQueries those of them whose prompt has no complete block: nothing that it shares
 *     with others can be found
 * @param queries complete blocks of their prompts
 * @param hits those of them that the rank held, from the root and on whatever tier
 */
public record ReuseSeries(long requests, long subBlockQueries, long queries, long hits) {
  private static final ReuseSeries NONE = new ReuseSeries(0, 0, 0, 0);

  public ReuseSeries {
    if (Math.min(Math.min(requests, subBlockQueries), Math.min(queries, hits)) < 0
        || hits > queries
        || subBlockQueries > requests) {
      throw new IllegalArgumentException(
          hits
              + " hits of "
              + queries
              + " blocks, "
              + subBlockQueries
              + " of "
              + requests
              + " requests below a block");
    }
  }

  public static ReuseSeries none() {
    return NONE;
  }

  /** With one more request. */
  ReuseSeries with(int completeBlocks, int heldBlocks) {
    return new ReuseSeries(
        requests + 1,
        subBlockQueries + (completeBlocks == 0 ? 1 : 0),
        queries + completeBlocks,
        hits + heldBlocks);
  }

  /** Hits of a query, 0 to 1; empty as long as no block was asked for. */
  public OptionalDouble hitRate() {
    return queries == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) hits / queries);
  }
}
