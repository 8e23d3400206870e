package kvproof.events.zmq;

import kvproof.events.FrameProblem;
import kvproof.events.LiveMessage;

/** What one reply to a replay request says. */
sealed interface ReplayReply {
  /** One batch; the topic is left out, since one layout has none. */
  record Batch(LiveMessage message) implements ReplayReply {}

  /** There is no more. */
  record End() implements ReplayReply {}

  record Malformed(FrameProblem problem) implements ReplayReply {}
}
