package kvproof.mocknixl.kvcr;

import java.util.Optional;
import kvproof.mocknixl.kvcr.message.KvcrCodec;
import kvproof.mocknixl.kvcr.message.KvcrFrame;
import kvproof.mocknixl.kvcr.message.WriteDoneCodec;
import kvproof.model.transfer.Notification;
import kvproof.model.transfer.TransferAgent;

/**
 * One service: a target and a source on one control channel and one agent.
 *
 * <p>For one thread. Whoever has it polls it, the faster the sooner things happen: nothing happens
 * in between. What cannot be read is dropped and counted.
 */
public final class KvcrNode {
  private final ControlChannel channel;
  private final TransferAgent agent;
  private final KvcrTarget target;
  private final KvcrSource source;
  private long unreadable;

  /** Channel and agent stay the caller's. */
  public KvcrNode(
      ControlChannel channel, TransferAgent agent, KvcrTarget target, KvcrSource source) {
    this.channel = channel;
    this.agent = agent;
    this.target = target;
    this.source = source;
  }

  public KvcrTarget target() {
    return target;
  }

  public KvcrSource source() {
    return source;
  }

  /**
   * Control frames, then notifications, then one step of every operation.
   *
   * @return how many frames and notifications came
   */
  public int poll() {
    int arrived = 0;
    for (byte[] bytes : channel.receive()) {
      Optional<KvcrFrame> frame = KvcrCodec.decode(bytes);
      if (frame.isEmpty()) {
        unreadable++;
      } else {
        target.receive(frame.get());
        source.receive(frame.get());
      }
      arrived++;
    }
    for (Notification notification : agent.takeNotifications()) {
      WriteDoneCodec.decode(notification.payload())
          .ifPresentOrElse(target::receive, () -> unreadable++);
      arrived++;
    }
    source.advance();
    target.advance();
    return arrived;
  }

  /** Frames and notifications that were dropped because they could not be read. */
  public long unreadable() {
    return unreadable;
  }
}
