/**
 * Cases in which a scheduler takes requests: the scheduler under test beside the oracle, step by
 * step.
 *
 * <p>What is drawn is in the test kit, what is right in the oracles.
 */
@org.jspecify.annotations.NullMarked
package kvproof.soak.scheduling;
