/**
 * Requests on their way to a worker: who is parked in which class and lane, who goes next, whether
 * some rank has room, the choice by the policy, the booking, and the hints of free capacity.
 *
 * <p>Which index is asked, and who is told of the outcome, its host says; answers and fetch hints
 * are not here. Every class works on the times it is given, and all but {@link
 * kvproof.router.queue.CapacityHints} belong to one thread at a time.
 */
@org.jspecify.annotations.NullMarked
package kvproof.router.queue;
