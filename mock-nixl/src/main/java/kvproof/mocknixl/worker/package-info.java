/**
 * A worker as its fetches see it: blocks in the real memory of a device and a host tier, what it
 * offers as a source, and a hint carried out as a target.
 *
 * <p>A block's bytes are a function of its external hash, so that every byte that arrives can be
 * judged and wrong ones named. Frames, deadlines and quarantine belong to {@code
 * kvproof.mocknixl.kvcr}; who stores what, and when, belongs to whoever drives a worker.
 */
@org.jspecify.annotations.NullMarked
package kvproof.mocknixl.worker;
