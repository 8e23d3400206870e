package kvproof.mocknixl.kvcr.python;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import kvproof.mocknixl.kvcr.message.Envelope;
import kvproof.mocknixl.kvcr.message.KvcrCodec;
import kvproof.mocknixl.kvcr.message.KvcrFrame;
import kvproof.mocknixl.kvcr.message.KvcrFrame.StartWrite;
import kvproof.mocknixl.kvcr.message.KvcrFrame.TargetMetadata;
import kvproof.mocknixl.kvcr.message.KvcrFrame.TargetMetadataAck;
import kvproof.mocknixl.kvcr.message.KvcrFrame.WriteProbe;
import kvproof.mocknixl.kvcr.message.KvcrFrame.WriteProbeAck;
import kvproof.mocknixl.kvcr.message.KvcrFrame.WriteRefused;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/**
 * Stands between one target and one source: reads every frame and sends on what our codec makes of
 * it, so that each side only ever sees frames of ours.
 *
 * <p>The target's hint names this endpoint. Requests leave with this endpoint as their sender's, so
 * that the answers come here too; those already carry the endpoint that the target waits for.
 */
final class FrameRelay implements AutoCloseable {
  private static final int POLL_MILLIS = 5;

  /** One frame as it came, and as it was sent on; nothing if it could not be read. */
  record Passed(byte[] came, Optional<KvcrFrame> read, byte[] sentOn) {}

  private final ZContext context = new ZContext();
  private final ZMQ.Socket in = context.createSocket(SocketType.PULL);
  private final ZMQ.Socket toSource = context.createSocket(SocketType.PUSH);
  private final ZMQ.Socket toTarget = context.createSocket(SocketType.PUSH);
  private final String endpoint;
  private final List<Passed> passed = new CopyOnWriteArrayList<>();
  private final Thread thread;
  private volatile boolean closing;

  FrameRelay(String sourceEndpoint, String targetEndpoint) {
    in.bind("tcp://127.0.0.1:*");
    this.endpoint = in.getLastEndpoint();
    toSource.connect(sourceEndpoint);
    toTarget.connect(targetEndpoint);
    this.thread = Thread.ofPlatform().name("kvproof-relay").start(this::run);
  }

  String endpoint() {
    return endpoint;
  }

  List<Passed> passed() {
    return List.copyOf(passed);
  }

  private void run() {
    in.setReceiveTimeOut(POLL_MILLIS);
    while (!closing) {
      byte[] came = in.recv();
      if (came != null) {
        relay(came);
      }
    }
  }

  private void relay(byte[] came) {
    Optional<KvcrFrame> read = KvcrCodec.decode(came);
    byte[] sentOn =
        read.map(frame -> KvcrCodec.encode(toTarget(frame) ? frame : ofRelay(frame)))
            .orElse(new byte[0]);
    passed.add(new Passed(came, read, sentOn));
    read.ifPresent(frame -> (toTarget(frame) ? toTarget : toSource).send(sentOn));
  }

  private static boolean toTarget(KvcrFrame frame) {
    return switch (frame) {
      case TargetMetadata _, StartWrite _, WriteProbe _ -> false;
      case TargetMetadataAck _, WriteProbeAck _, WriteRefused _ -> true;
    };
  }

  private KvcrFrame ofRelay(KvcrFrame frame) {
    return switch (frame) {
      case TargetMetadata(var envelope, var introduction) ->
          new TargetMetadata(ofRelay(envelope), introduction);
      case StartWrite(var envelope, var introduction, long operation, var order) ->
          new StartWrite(ofRelay(envelope), introduction, operation, order);
      case WriteProbe(var envelope, var introduction, long operation, var source) ->
          new WriteProbe(ofRelay(envelope), introduction, operation, source);
      case TargetMetadataAck _, WriteProbeAck _, WriteRefused _ -> frame;
    };
  }

  private Envelope ofRelay(Envelope envelope) {
    return new Envelope(
        envelope.agent(), envelope.incarnation(), Optional.of(endpoint), envelope.sourceEndpoint());
  }

  @Override
  public void close() {
    closing = true;
    try {
      thread.join();
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
    }
    context.close();
  }
}
