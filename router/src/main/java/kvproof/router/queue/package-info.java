/**
 * Requests that wait for a worker: classes, lanes, their order, limits, deadlines, and who goes
 * next.
 *
 * <p>What a request is, and whether a rank is busy, the caller knows; the queue asks. Every class
 * works on the times it is given, and all but {@link kvproof.router.queue.CapacityHints} belong to
 * one thread at a time.
 */
@org.jspecify.annotations.NullMarked
package kvproof.router.queue;
