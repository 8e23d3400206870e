/**
 * What byte-copy agents of two processes send each other: frames and metadata, to and from bytes.
 *
 * <p>Any agent that keeps these tables is a peer, in whatever language. Sockets, memory and the
 * order in which frames are sent belong to {@code kvproof.mocknixl.net}.
 */
@org.jspecify.annotations.NullMarked
package kvproof.mocknixl.wire;
