package kvproof.events.zmq;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import kvproof.events.ReplayBuffer;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ.Socket;

/** The answering end of replays. One thread answers; any thread may read the count. */
final class ReplayResponder {
  private final Socket socket;
  private final FrameReceiver requests;
  private final ReplayBuffer buffer;
  private final PublisherOptions options;
  private final byte[] topic;
  private final Endpoint endpoint;
  private final AtomicLong malformedRequests = new AtomicLong();

  ReplayResponder(
      ZContext context, Endpoint endpoint, PublisherOptions options, ReplayBuffer buffer) {
    this.socket = context.createSocket(SocketType.ROUTER);
    this.requests = new FrameReceiver(socket);
    this.buffer = buffer;
    this.options = options;
    this.topic = options.topic().getBytes(StandardCharsets.UTF_8);
    socket.setLinger(0);
    // A bound would lose replies in the middle of a long replay; the buffer bounds it already.
    socket.setSndHWM(0);
    this.endpoint = Attachment.bind(socket, endpoint);
  }

  Endpoint endpoint() {
    return endpoint;
  }

  long malformedRequests() {
    return malformedRequests.get();
  }

  /** Answers one request, if there is one: a flood of them leaves room for the live stream. */
  void answerRequest() {
    if (requests.poll() instanceof FrameReceiver.Received.Message(Frames frames)) {
      List<byte[]> first = frames.first();
      if (frames.count() == 3 && first.get(2).length == Long.BYTES) {
        answer(first.get(0), FrameLayout.readSequence(first.get(2)));
      } else {
        malformedRequests.incrementAndGet();
      }
    }
  }

  private void answer(byte[] asker, long start) {
    OptionalLong from = options.fault().answerFrom(start);
    if (from.isEmpty()) {
      return;
    }
    ReplayStyle style = options.style();
    var _ =
        buffer.replay(
            from.getAsLong(),
            (sequence, payload) ->
                reply(asker, sequence, FrameLayout.reply(style, topic, sequence, payload)));
    reply(asker, FrameLayout.END_SEQUENCE, FrameLayout.endMarker(style, topic));
  }

  private void reply(byte[] asker, long sequence, List<byte[]> frames) {
    for (List<byte[]> message : options.fault().reply(sequence, frames)) {
      List<byte[]> addressed = new ArrayList<>(message);
      addressed.addFirst(asker);
      // An asker that is gone is not answered, and nobody waits for it.
      var _ = FrameLayout.send(socket, addressed);
    }
  }
}
