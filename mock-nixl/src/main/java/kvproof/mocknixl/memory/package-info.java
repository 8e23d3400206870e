/**
 * The memory of one process: given out under addresses, registered by agents, viewed and copied.
 *
 * <p>One {@link kvproof.mocknixl.memory.ProcessMemory} may serve the agents of several fabrics, so
 * that the same blocks are reached from each. Knows nothing of peers, requests or sockets.
 */
@org.jspecify.annotations.NullMarked
package kvproof.mocknixl.memory;
