package kvproof.events;

/**
 * Takes what one live stream brings, in the order of its arrival, on the one thread of that stream.
 *
 * <p>While it works nothing more of the stream is taken. An exception costs the message it was
 * thrown for and nothing else.
 */
@FunctionalInterface
public interface LiveListener {
  void onMessage(LiveMessage message);

  /** A message was skipped; the next good one shows a gap. */
  default void onMalformed(FrameProblem problem) {}
}
