/**
 * KVCR's peer-fetch protocol: the target's and the source's side of a fetch, and what they share.
 *
 * <p>Nothing here waits, reads a clock of its own or starts a thread: a service is polled, and
 * time, control channel and data plane are handed to it. Blocks and their bytes belong to the
 * worker around it.
 */
@org.jspecify.annotations.NullMarked
package kvproof.mocknixl.kvcr;
