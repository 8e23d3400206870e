package kvproof.mocknixl.progress;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import kvproof.model.transfer.Notification;
import kvproof.model.transfer.TransferAgent;

/**
 * Waits at a receiver for the notification of one sender, until a deadline; then it says who was
 * not driven meanwhile.
 *
 * <p>Never waits in a call: whoever has it polls it, which drives the receiver and nobody else. For
 * one thread.
 */
public final class NotificationWait {
  private final ProgressLedger ledger;
  private final TransferAgent receiver;
  private final String sender;
  private final LongSupplier clock;
  private final long deadlineNanos;
  private final long since;
  private final List<Notification> others = new ArrayList<>();
  private State state = new Waiting();

  /** What has become of a wait; all but {@link Waiting} are final. */
  public sealed interface State {}

  /** Neither the notification nor the deadline has come. */
  public record Waiting() implements State {
    @Override
    public String toString() {
      return "waiting";
    }
  }

  /**
   * The notification came before the deadline.
   *
   * @param atNanos when it was taken
   */
  public record Notified(Notification notification, long atNanos) implements State {}

  /**
   * It had not come when the deadline was over.
   *
   * @param atNanos when that was found
   * @param unprogressed who was not driven since the wait began; empty: both were, and it takes
   *     longer
   */
  public record TimedOut(long atNanos, List<Unprogressed> unprogressed) implements State {
    public TimedOut {
      unprogressed = List.copyOf(unprogressed);
    }
  }

  /**
   * Begins the wait now.
   *
   * @param ledger watches the sender and the receiver
   * @param receiver as the ledger returned it
   * @param clock nanoseconds of any one clock
   * @param deadlineNanos of that clock; a poll at or after it takes nothing any more
   */
  public NotificationWait(
      ProgressLedger ledger,
      TransferAgent receiver,
      String sender,
      LongSupplier clock,
      long deadlineNanos) {
    this.ledger = ledger;
    this.receiver = receiver;
    this.sender = sender;
    this.clock = clock;
    this.deadlineNanos = deadlineNanos;
    this.since = ledger.mark();
  }

  /** Takes what has come; a final state is answered again and again. */
  public State poll() {
    if (!(state instanceof Waiting)) {
      return state;
    }
    long nowNanos = clock.getAsLong();
    if (nowNanos - deadlineNanos >= 0) {
      state = new TimedOut(nowNanos, ledger.unprogressed(sender, receiver.name(), since));
      return state;
    }
    Optional<Notification> awaited = Optional.empty();
    for (Notification notification : receiver.takeNotifications()) {
      if (awaited.isEmpty() && notification.sender().equals(sender)) {
        awaited = Optional.of(notification);
      } else {
        others.add(notification);
      }
    }
    awaited.ifPresent(notification -> state = new Notified(notification, nowNanos));
    return state;
  }

  /** What came and was not waited for, in order; each once. */
  public List<Notification> takeOthers() {
    List<Notification> taken = List.copyOf(others);
    others.clear();
    return taken;
  }
}
