package kvproof.mocknixl;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import kvproof.model.transfer.Notification;

/**
 * Notifications that came and were not taken, up to a limit.
 *
 * <p>Whoever brings them is refused, or told to pause until they are taken, once the limit is
 * reached. For any thread.
 */
public final class Inbox {

  /**
   * Where an inbox is full: at so many messages, or at so many bytes of payload, whichever comes
   * first. The message that reaches the limit is still taken in.
   */
  public record Limit(int messages, long bytes) {
    /** More than any protocol here leaves lying for a moment; an agent has it unless told else. */
    public static final Limit USUAL = new Limit(1 << 16, 64L << 20);

    public Limit {
      if (messages < 1 || bytes < 1) {
        throw new IllegalArgumentException(
            "an inbox of "
                + messages
                + " messages and "
                + bytes
                + " bytes takes nothing: make"
                + " both at least 1");
      }
    }
  }

  /** A way by which notifications come, for as long as it is not paused. */
  public interface Inflow {
    /** Nothing more is to come by this way; what was read already may. Harmless if it is paused. */
    void pause();

    /** The end of a pause. */
    void resume();
  }

  private final Limit limit;
  private final Set<Inflow> paused = new LinkedHashSet<>();
  private List<Notification> untaken = new ArrayList<>();
  private long untakenBytes;

  public Inbox(Limit limit) {
    this.limit = limit;
  }

  /** False, and nothing changed, if it is full. */
  public synchronized boolean offer(Notification notification) {
    if (isFull()) {
      return false;
    }
    keep(notification);
    return true;
  }

  /** Takes it in, full or not, and pauses the way by which it came if it is full then. */
  public synchronized void add(Notification notification, Inflow from) {
    keep(notification);
    admit(from);
  }

  /** Pauses the way until the next {@link #take} if this is full. */
  public synchronized void admit(Inflow way) {
    if (isFull() && paused.add(way)) {
      way.pause();
    }
  }

  /** All of them, in order of arrival; every way is open again. */
  public synchronized List<Notification> take() {
    List<Notification> taken = List.copyOf(untaken);
    untaken = new ArrayList<>();
    untakenBytes = 0;
    paused.forEach(Inflow::resume);
    paused.clear();
    return taken;
  }

  /** How many were not taken. */
  public synchronized int size() {
    return untaken.size();
  }

  private void keep(Notification notification) {
    untaken.add(notification);
    untakenBytes += notification.sizeBytes();
  }

  private boolean isFull() {
    return untaken.size() >= limit.messages() || untakenBytes >= limit.bytes();
  }
}
