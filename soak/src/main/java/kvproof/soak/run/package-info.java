/**
 * Draws cases, runs them against the router and the oracles, compares what they say, and folds the
 * results.
 *
 * <p>Nothing here knows which router is on trial: that is a {@link kvproof.soak.run.Contest}.
 * Nothing here prints or writes files.
 */
package kvproof.soak.run;
