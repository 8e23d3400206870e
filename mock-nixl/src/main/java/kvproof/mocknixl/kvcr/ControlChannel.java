package kvproof.mocknixl.kvcr;

import java.util.List;

/**
 * The control channel of one service: one place to receive, and a way to every endpoint.
 *
 * <p>Frames from one sender to one endpoint arrive in order or not at all; those for an endpoint
 * where nobody listens wait there. For one thread. Nothing waits.
 */
public interface ControlChannel extends AutoCloseable {
  /** At most so many frames come out of one {@link #receive}. */
  int MOST_FRAMES_PER_POLL = 64;

  /** Where others reach this service. */
  String endpoint();

  /**
   * Sends one frame. False if it cannot be queued: the endpoint is malformed or too much is
   * waiting; whatever waited for that endpoint may be lost, and the peer is unknown from then on.
   */
  boolean send(String endpoint, byte[] frame);

  /** What has arrived, oldest first, each frame once. */
  List<byte[]> receive();

  /** Frames that wait are lost; closing twice is harmless. */
  @Override
  void close();
}
