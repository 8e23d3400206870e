/**
 * Byte-copy agents that reach each other over TCP, from one process to another.
 *
 * <p>Frames and metadata are those of {@code kvproof.mocknixl.wire}, so that the peer may be
 * written in another language. An agent's own thread only asks and polls; bytes move on Netty's I/O
 * threads.
 */
@org.jspecify.annotations.NullMarked
package kvproof.mocknixl.net;
