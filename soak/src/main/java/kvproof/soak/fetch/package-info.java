/**
 * Hints carried out: workers with real memory, the target's and the source's side of a fetch, and
 * the check of what came of it.
 *
 * <p>A block's bytes are a function of its external hash, so that every byte that arrives can be
 * judged. Moves bytes through the contract of {@code model.transfer} alone; control messages are
 * calls in this process.
 */
@org.jspecify.annotations.NullMarked
package kvproof.soak.fetch;
