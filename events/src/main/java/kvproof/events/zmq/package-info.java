/**
 * Engine batches over ZeroMQ: a live stream of three frames a message, and a replay endpoint where
 * missed batches are asked for.
 *
 * <p>Payloads are bytes here: nothing decodes them, and nothing says what a gap means.
 */
@org.jspecify.annotations.NullMarked
package kvproof.events.zmq;
