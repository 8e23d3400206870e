package kvproof.mocknixl.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** Messages that are held back until their time has come. For one thread. */
final class LateMessages<T> {
  private record Held<T>(long dueNanos, T message) {}

  private final LongSupplier clock;
  private final List<Held<T>> held = new ArrayList<>();

  LateMessages(LongSupplier clock) {
    this.clock = clock;
  }

  void hold(Fate.Late late, T message) {
    held.add(new Held<>(clock.getAsLong() + late.delay().toNanos(), message));
  }

  /** Those that are due, each once, the one that was held back first first. */
  List<T> takeDue() {
    if (held.isEmpty()) {
      return List.of();
    }
    long now = clock.getAsLong();
    List<T> due = held.stream().filter(h -> now - h.dueNanos() >= 0).map(Held::message).toList();
    held.removeIf(h -> now - h.dueNanos() >= 0);
    return due;
  }

  boolean isEmpty() {
    return held.isEmpty();
  }
}
