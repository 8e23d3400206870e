package kvproof.mocknixl.fault;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.LongSupplier;
import kvproof.mocknixl.kvcr.message.WriteDoneCodec;
import kvproof.model.transfer.Notification;
import kvproof.model.transfer.TransferAgent;

/**
 * An agent to which reports about writes come late, twice or not at all; other notifications pass.
 *
 * <p>Goes around the agent of a target. For one thread; {@code clock} is monotonic, in nanoseconds.
 */
public final class FaultyReports extends ForwardingAgent {
  private final LateMessages<Notification> late;
  private final Deque<Fate> fates = new ArrayDeque<>();
  private int struck;

  public FaultyReports(TransferAgent agent, LongSupplier clock) {
    super(agent);
    this.late = new LateMessages<>(clock);
  }

  /** The next report that has no fate yet has this one. */
  public void strikeNext(Fate fate) {
    fates.add(fate);
  }

  /** What has not struck will not strike any more. */
  public void calm() {
    fates.clear();
  }

  /** Reports that were struck so far. */
  public int struck() {
    return struck;
  }

  /** Whether reports are being held back. */
  public boolean isHolding() {
    return !late.isEmpty();
  }

  @Override
  public List<Notification> takeNotifications() {
    List<Notification> taken = new ArrayList<>(late.takeDue());
    for (Notification notification : super.takeNotifications()) {
      if (fates.isEmpty() || WriteDoneCodec.decode(notification.payload()).isEmpty()) {
        taken.add(notification);
      } else {
        meet(fates.removeFirst(), notification, taken);
      }
    }
    return taken;
  }

  private void meet(Fate fate, Notification notification, List<Notification> taken) {
    struck++;
    switch (fate) {
      case Fate.Lost _ -> {}
      case Fate.Twice _ -> taken.addAll(List.of(notification, notification));
      case Fate.Late held -> late.hold(held, notification);
    }
  }
}
