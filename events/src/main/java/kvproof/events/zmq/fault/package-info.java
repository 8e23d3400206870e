/**
 * Ways in which an engine's publisher goes wrong, one each; {@code and} puts them together.
 *
 * <p>A publisher is handed them when it is opened: without one it knows nothing of faults.
 */
@org.jspecify.annotations.NullMarked
package kvproof.events.zmq.fault;
