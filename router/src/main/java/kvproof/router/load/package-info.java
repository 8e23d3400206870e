/**
 * What requests that were booked but have not ended put on each rank: prefill tokens and blocks.
 *
 * <p>Prompts are paths in one tree over all ranks, so that what a new prompt would add anywhere is
 * found in one walk. Which rank a request goes to is decided elsewhere, and so is who may run any:
 * a rank here is only a slot with a load. Every class works on the clock it is given and belongs to
 * one thread at a time.
 */
@org.jspecify.annotations.NullMarked
package kvproof.router.load;
