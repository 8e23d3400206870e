package kvproof.events.ingest.publication;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import kvproof.events.ingest.NumberedEvents;
import kvproof.events.ingest.RangeRequest;
import kvproof.events.ingest.RecoveryAnswer;

/** The newest events of one publisher, each under its id; the oldest gives way. Not for threads. */
public final class EventBuffer<E> {
  private final int capacity;
  private final Predicate<? super E> clearsAll;
  private final Deque<NumberedEvents<E>> events = new ArrayDeque<>();

  /**
   * @param clearsAll whether an event makes everything before it void
   */
  public EventBuffer(int capacity, Predicate<? super E> clearsAll) {
    if (capacity < 1) {
      throw new IllegalArgumentException("no room for " + capacity + " events");
    }
    this.capacity = capacity;
    this.clearsAll = clearsAll;
  }

  /** Keeps the event whatever its id is; false if that is not the one after the last. */
  public boolean add(long id, E event) {
    OptionalLong before = newest();
    if (events.size() == capacity) {
      events.removeFirst();
    }
    events.addLast(NumberedEvents.of(id, event));
    return before.isEmpty() || id == before.getAsLong() + 1;
  }

  /** Empty if only a dump answers the question. */
  public Optional<RecoveryAnswer<E>> answer(RangeRequest request) {
    return request.answer(List.copyOf(events), clearsAll);
  }

  /** The id of the last event; empty if there was none. */
  public OptionalLong newest() {
    return events.isEmpty() ? OptionalLong.empty() : OptionalLong.of(events.getLast().id());
  }

  /** The last so many events. */
  public List<E> newest(int count) {
    List<E> tail = new ArrayList<>();
    events.stream().skip(events.size() - count).forEach(numbered -> tail.addAll(numbered.events()));
    return tail;
  }

  public int size() {
    return events.size();
  }

  public int capacity() {
    return capacity;
  }
}
