package kvproof.soak.dataplane.service;

import java.util.ArrayList;
import java.util.List;
import kvproof.soak.dataplane.timeline.TimelineEvent;
import kvproof.soak.dataplane.timeline.TimelineEvent.Kind;
import kvproof.soak.dataplane.timeline.TimelineEvent.Side;

/** Keeps what happens within a process, up to a bound. For one thread. */
final class Recorder {
  /** A fetch has a few dozen events; one that goes round in circles shall not fill the memory. */
  private static final int MOST_EVENTS = 2_000;

  private final Side side;
  private final List<TimelineEvent> events = new ArrayList<>();

  Recorder(Side side) {
    this.side = side;
  }

  void add(Kind kind, String what, long bytes) {
    if (events.size() < MOST_EVENTS) {
      events.add(new TimelineEvent(System.nanoTime(), side, kind, what, bytes));
    }
  }

  List<TimelineEvent> events() {
    return List.copyOf(events);
  }
}
