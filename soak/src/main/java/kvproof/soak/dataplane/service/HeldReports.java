package kvproof.soak.dataplane.service;

import java.util.ArrayList;
import java.util.List;
import kvproof.mocknixl.fault.ForwardingAgent;
import kvproof.model.transfer.Notification;
import kvproof.model.transfer.TransferAgent;

/** Keeps back the reports that have come, until it is let go: the target has not taken them. */
final class HeldReports extends ForwardingAgent implements Hold {
  private final List<Notification> kept = new ArrayList<>();
  private boolean isOver;

  HeldReports(TransferAgent agent) {
    super(agent);
  }

  @Override
  public List<Notification> takeNotifications() {
    kept.addAll(super.takeNotifications());
    if (!isOver) {
      return List.of();
    }
    List<Notification> taken = List.copyOf(kept);
    kept.clear();
    return taken;
  }

  @Override
  public boolean isReached() {
    return !kept.isEmpty();
  }

  @Override
  public void release() {
    isOver = true;
  }
}
