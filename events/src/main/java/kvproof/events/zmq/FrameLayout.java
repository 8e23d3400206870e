package kvproof.events.zmq;

import java.nio.ByteBuffer;
import java.util.List;
import kvproof.events.FrameProblem;
import kvproof.events.LiveMessage;
import org.zeromq.ZMQ.Socket;

/** Messages to and from frames. */
final class FrameLayout {
  /*
   * live                topic   sequence  payload
   * request             empty   start                 a ROUTER sees the asker's identity in front
   * reply, vLLM         empty   topic     sequence  payload
   * reply, SGLang       empty   sequence  payload
   * end marker          as a reply, payload empty, sequence ffffffffffffffff
   *
   * Sequences are 8 bytes, big-endian, unsigned. Topics and the delimiter are not looked at.
   */
  static final long END_SEQUENCE = -1;
  private static final byte[] EMPTY = {};

  private FrameLayout() {}

  /** What the frames of a live stream say. */
  sealed interface Live {
    record Good(LiveMessage message) implements Live {}

    record Bad(FrameProblem problem) implements Live {}
  }

  static List<byte[]> live(LiveMessage message) {
    return List.of(message.topic(), sequenceFrame(message.sequence()), message.payload());
  }

  static Live readLive(Frames frames) {
    if (frames.count() != 3) {
      return new Live.Bad(new FrameProblem.FrameCount(frames.count()));
    }
    byte[] sequence = frames.first().get(1);
    if (sequence.length != Long.BYTES) {
      return new Live.Bad(new FrameProblem.SequenceLength(sequence.length));
    }
    return new Live.Good(
        new LiveMessage(frames.first().get(0), readSequence(sequence), frames.first().get(2)));
  }

  static List<byte[]> request(long start) {
    return List.of(EMPTY, sequenceFrame(start));
  }

  static List<byte[]> reply(ReplayStyle style, byte[] topic, long sequence, byte[] payload) {
    return switch (style) {
      case VLLM -> List.of(EMPTY, topic, sequenceFrame(sequence), payload);
      case SGLANG -> List.of(EMPTY, sequenceFrame(sequence), payload);
    };
  }

  static List<byte[]> endMarker(ReplayStyle style, byte[] topic) {
    return reply(style, topic, END_SEQUENCE, EMPTY);
  }

  /** An empty payload is the end, whatever the sequence in front of it looks like. */
  static ReplayReply readReply(Frames frames) {
    if (frames.count() != 3 && frames.count() != 4) {
      return new ReplayReply.Malformed(new FrameProblem.FrameCount(frames.count()));
    }
    byte[] sequence = frames.first().get(frames.count() - 2);
    byte[] payload = frames.first().get(frames.count() - 1);
    if (payload.length == 0) {
      return new ReplayReply.End();
    }
    return sequence.length == Long.BYTES
        ? new ReplayReply.Batch(new LiveMessage(EMPTY, readSequence(sequence), payload))
        : new ReplayReply.Malformed(new FrameProblem.SequenceLength(sequence.length));
  }

  /** Sends one message; false if the socket would have to wait for that, or loses it. */
  static boolean send(Socket socket, List<byte[]> frames) {
    boolean isSent = true;
    int last = frames.size() - 1;
    for (int i = 0; i <= last; i++) {
      isSent &= i < last ? socket.sendMore(frames.get(i)) : socket.send(frames.get(i));
    }
    return isSent;
  }

  static byte[] sequenceFrame(long sequence) {
    return ByteBuffer.allocate(Long.BYTES).putLong(sequence).array();
  }

  static long readSequence(byte[] frame) {
    return ByteBuffer.wrap(frame).getLong();
  }
}
