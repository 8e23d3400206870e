package kvproof.router.load;

/**
 * The load of one rank as it would be with one more request.
 *
 * @param prefillTokens active ones and those of the request
 * @param decodeBlocks active ones and those that the request would add
 * @param activeRequests without the request
 */
public record PotentialLoad(long prefillTokens, long decodeBlocks, long activeRequests) {}
