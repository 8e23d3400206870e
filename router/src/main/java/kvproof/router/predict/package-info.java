/**
 * Approximate mode: what an index is told where engines send no events, or before they do.
 *
 * <p>Makes index events of routing decisions, of time, and of the life of requests; the index
 * itself is not here. Every class works on the clock it is given and belongs to one thread at a
 * time.
 */
@org.jspecify.annotations.NullMarked
package kvproof.router.predict;
