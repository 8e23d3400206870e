package kvproof.events.ingest.listener;

import java.util.Collection;
import java.util.Locale;

/** What a listener does; the states of a worker's listeners make up its own, the first one wins. */
public enum ListenerState {
  /** The index took no steps any more. It hears nothing until it is resumed. */
  FAILED,
  /** Connected, and waiting for the router to be ready; what is published meanwhile queues up. */
  PENDING,
  ACTIVE,
  /** Not connected. Where the stream stands is remembered. */
  PAUSED;

  /** The state of a worker with these listeners, of which there is one at least. */
  public static ListenerState ofWorker(Collection<ListenerState> ofListeners) {
    return ofListeners.stream().min(ListenerState::compareTo).orElseThrow();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
