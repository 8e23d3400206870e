/**
 * Counters of what prompts found in the caches of the ranks that they were sent to.
 *
 * <p>Counts only; what is held the index knows, and whom a request gets is decided elsewhere.
 * Nothing here reads a clock.
 */
@org.jspecify.annotations.NullMarked
package kvproof.router.reuse;
