package kvproof.mocknixl.progress;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import kvproof.mocknixl.fault.ForwardingAgent;
import kvproof.mocknixl.fault.ForwardingRequest;
import kvproof.mocknixl.progress.Unprogressed.Side;
import kvproof.model.transfer.Notification;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;

/** Passes every call on and notes those that let something move. */
final class WatchedAgent extends ForwardingAgent {
  private final ProgressLedger ledger;
  private final Set<WatchedRequest> underWay = new LinkedHashSet<>();
  private long lastCall;
  private long lastTaking;

  WatchedAgent(TransferAgent agent, ProgressLedger ledger) {
    super(agent);
    this.ledger = ledger;
  }

  boolean hasTakenSince(long mark) {
    return lastTaking > mark;
  }

  /** As {@link ProgressLedger#unprogressed} has it; empty: it was driven. */
  Optional<Unprogressed> idleAsSender(long mark) {
    int unpolled = (int) underWay.stream().filter(request -> request.lastPoll <= mark).count();
    boolean isIdle = underWay.isEmpty() ? lastCall <= mark : unpolled > 0;
    return isIdle ? Optional.of(new Unprogressed(Side.SENDER, name(), unpolled)) : Optional.empty();
  }

  @Override
  protected TransferRequest made(TransferRequest request) {
    return new WatchedRequest(request);
  }

  @Override
  public List<Notification> takeNotifications() {
    List<Notification> taken = super.takeNotifications();
    lastTaking = ledger.nextCall();
    lastCall = lastTaking;
    return taken;
  }

  private final class WatchedRequest extends ForwardingRequest {
    /** Number of the last poll since it was posted; 0: none. */
    private long lastPoll;

    WatchedRequest(TransferRequest request) {
      super(request);
    }

    @Override
    public void post() {
      super.post();
      posted();
    }

    @Override
    public void post(byte[] notification) {
      super.post(notification);
      posted();
    }

    private void posted() {
      lastPoll = 0;
      underWay.add(this);
    }

    @Override
    public TransferStatus poll() {
      TransferStatus status = super.poll();
      lastPoll = ledger.nextCall();
      lastCall = lastPoll;
      if (!(status instanceof TransferStatus.Pending)) {
        underWay.remove(this);
      }
      return status;
    }
  }
}
