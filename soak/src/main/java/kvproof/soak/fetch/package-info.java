/**
 * Hints carried out, as part of a case: who takes part, what is expected, and the check of what
 * came of it.
 *
 * <p>A block's bytes are a function of its external hash, so that every byte that arrives can be
 * judged. How a fetch runs is in {@code soak.sim}; who is right is the oracle's to say.
 */
@org.jspecify.annotations.NullMarked
package kvproof.soak.fetch;
