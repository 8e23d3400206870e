package kvproof.events.ingest;

import java.util.List;

/** Events that were published under one id, which is unsigned. */
public record NumberedEvents<E>(long id, List<E> events) {
  public NumberedEvents {
    events = List.copyOf(events);
  }

  public static <E> NumberedEvents<E> of(long id, E event) {
    return new NumberedEvents<>(id, List.of(event));
  }

  NumberedEvents<E> from(int firstEvent) {
    return new NumberedEvents<>(id, events.subList(firstEvent, events.size()));
  }
}
