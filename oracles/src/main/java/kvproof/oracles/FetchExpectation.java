package kvproof.oracles;

import kvproof.model.FetchResult;

/**
 * What must be seen of one fetch.
 *
 * @param strikes whether its fault comes about: the fetch gets into the fault's phase, and there is
 *     a block that it could hit if it hits one; false without a fault
 */
public record FetchExpectation(FetchResult result, boolean strikes) {}
