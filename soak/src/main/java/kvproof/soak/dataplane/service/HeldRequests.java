package kvproof.soak.dataplane.service;

import java.util.ArrayList;
import java.util.List;
import kvproof.mocknixl.fault.ForwardingChannel;
import kvproof.mocknixl.kvcr.ControlChannel;
import kvproof.mocknixl.kvcr.message.KvcrCodec;
import kvproof.mocknixl.kvcr.message.KvcrFrame;

/**
 * Keeps back the first request and all that a target sends after it, until it is let go: the fetch
 * is asked for, and nobody has taken the request.
 */
final class HeldRequests extends ForwardingChannel implements Hold {
  private interface Departure {
    boolean leave();
  }

  private final List<Departure> kept = new ArrayList<>();
  private boolean isOver;

  HeldRequests(ControlChannel channel) {
    super(channel);
  }

  @Override
  public boolean send(String endpoint, byte[] frame) {
    boolean isRequest =
        KvcrCodec.decode(frame).filter(KvcrFrame.StartWrite.class::isInstance).isPresent();
    if (isOver || (kept.isEmpty() && !isRequest)) {
      return super.send(endpoint, frame);
    }
    byte[] copy = frame.clone();
    return kept.add(() -> super.send(endpoint, copy));
  }

  @Override
  public boolean isReached() {
    return !kept.isEmpty();
  }

  @Override
  public void release() {
    isOver = true;
    kept.forEach(Departure::leave);
    kept.clear();
  }
}
