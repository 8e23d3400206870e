/**
 * The control channel of KVCR over ZeroMQ sockets, as the published service has it.
 *
 * <p>One PULL socket is bound and one PUSH socket is connected to each endpoint that frames go to;
 * one message is one frame. What the frames mean is not known here.
 */
@org.jspecify.annotations.NullMarked
package kvproof.mocknixl.kvcr.zmq;
