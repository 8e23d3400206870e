package kvproof.router.membership;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.router.membership.EventListeners.Listener;
import kvproof.router.membership.EventListeners.Stream;

/** The listeners of one worker, by dp rank; all of them are open or none is kept. */
final class ListenerSet {
  private static final ListenerSet NONE = new ListenerSet(new TreeMap<>());

  private final SortedMap<Integer, Held> held;

  private record Held(Stream stream, Listener listener) {}

  private ListenerSet(SortedMap<Integer, Held> held) {
    this.held = held;
  }

  static ListenerSet none() {
    return NONE;
  }

  /**
   * Listeners for these streams: those of this set that fit and are open, new ones for the rest.
   *
   * <p>If one cannot be opened, those opened before it are closed again and the failure is thrown.
   * This set stays as it is.
   */
  ListenerSet adaptedTo(List<Stream> streams, EventListeners listeners) {
    SortedMap<Integer, Held> adapted = new TreeMap<>(Integer::compareUnsigned);
    List<Listener> opened = new ArrayList<>();
    try {
      for (Stream stream : streams) {
        Held before = held.get(stream.rank().dpRank());
        if (before == null || !before.stream().equals(stream) || !before.listener().isOpen()) {
          Listener listener = listeners.open(stream);
          opened.add(listener);
          before = new Held(stream, listener);
        }
        adapted.put(stream.rank().dpRank(), before);
      }
    } catch (RuntimeException failure) {
      opened.forEach(Listener::close);
      throw failure;
    }
    return new ListenerSet(adapted);
  }

  boolean isOpen() {
    return held.values().stream().allMatch(entry -> entry.listener().isOpen());
  }

  /** Closes what the other set does not keep. */
  void closeUnlessIn(ListenerSet kept) {
    held.forEach(
        (dpRank, entry) -> {
          if (!entry.equals(kept.held.get(dpRank))) {
            entry.listener().close();
          }
        });
  }
}
