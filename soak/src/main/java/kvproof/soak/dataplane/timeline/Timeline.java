package kvproof.soak.dataplane.timeline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Predicate;

/**
 * The events of one fetch, earliest first, from 0 on.
 *
 * <p>Clocks of different processes are only nearly the same, so something may seem to arrive a
 * moment before it was sent; it then stands right behind.
 */
public record Timeline(List<TimelineEvent> events) {
  public Timeline {
    events = List.copyOf(events);
  }

  /** Sorts events and lets the first one be at 0. */
  public static Timeline of(List<TimelineEvent> events) {
    List<TimelineEvent> sorted = new ArrayList<>(events);
    sorted.sort(Comparator.comparingLong(TimelineEvent::atNanos));
    long start = sorted.isEmpty() ? 0 : sorted.getFirst().atNanos();
    sorted.replaceAll(event -> event.at(event.atNanos() - start));
    putArrivalsBehind(sorted);
    return new Timeline(sorted);
  }

  /** An arrival without a departure in front of it changes places with the next that fits. */
  private static void putArrivalsBehind(List<TimelineEvent> events) {
    for (int i = 0; i < events.size(); i++) {
      TimelineEvent departure = events.get(i);
      if (departure.kind().isDeparture()) {
        OptionalInt early = earlyArrival(events, i);
        if (early.isPresent()) {
          TimelineEvent arrival = events.remove(early.getAsInt());
          events.add(i, arrival.at(departure.atNanos()));
          i--;
        }
      }
    }
  }

  private static OptionalInt earlyArrival(List<TimelineEvent> events, int departureIndex) {
    TimelineEvent departure = events.get(departureIndex);
    long departures = events.subList(0, departureIndex).stream().filter(like(departure)).count();
    int arrivals = 0;
    int last = -1;
    for (int i = 0; i < departureIndex; i++) {
      if (isArrivalOf(departure, events.get(i))) {
        arrivals++;
        last = i;
      }
    }
    return arrivals > departures ? OptionalInt.of(last) : OptionalInt.empty();
  }

  private static Predicate<TimelineEvent> like(TimelineEvent departure) {
    return event ->
        event.kind() == departure.kind()
            && event.side() == departure.side()
            && event.what().equals(departure.what());
  }

  /**
   * Where what left with that event arrived: an index behind it, or none if it never did. Of
   * several alike the first to leave is the first to arrive.
   */
  public OptionalInt arrivalOf(int departureIndex) {
    TimelineEvent departure = events.get(departureIndex);
    long before = events.subList(0, departureIndex).stream().filter(like(departure)).count();
    for (int i = 0; i < events.size(); i++) {
      if (isArrivalOf(departure, events.get(i))) {
        if (before == 0) {
          return i > departureIndex ? OptionalInt.of(i) : OptionalInt.empty();
        }
        before--;
      }
    }
    return OptionalInt.empty();
  }

  /** Whether the event is the arrival of something like what left. */
  private static boolean isArrivalOf(TimelineEvent departure, TimelineEvent event) {
    boolean isWrite = departure.kind() == TimelineEvent.Kind.WRITE_POSTED;
    return event.kind() == departure.kind().arrival()
        // that a write has ended shows at the side that wrote
        && event.side() == (isWrite ? departure.side() : departure.side().other())
        && (isWrite || event.what().equals(departure.what()));
  }

  /** From the first event to the last. */
  public long lengthNanos() {
    return events.isEmpty() ? 0 : events.getLast().atNanos();
  }
}
