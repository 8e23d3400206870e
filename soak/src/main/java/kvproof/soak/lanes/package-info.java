/**
 * The router under threads: a case's events published, applied and looked up at once.
 *
 * <p>What an answer may say is worked out from the oracle, one rank at a time; how threads meet is
 * left to chance, so nothing here goes into a digest.
 */
package kvproof.soak.lanes;
