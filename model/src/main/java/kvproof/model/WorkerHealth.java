package kvproof.model;

import static java.util.Collections.unmodifiableSortedSet;

import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What the host's providers say of workers now.
 *
 * @param available workers that can be reached; absent: all of them; empty: none
 * @param overloaded workers that must get no further request
 */
public record WorkerHealth(Optional<SortedSet<Long>> available, SortedSet<Long> overloaded) {

  private static final WorkerHealth GOOD = new WorkerHealth(Optional.empty(), new TreeSet<>());

  public WorkerHealth {
    available = available.map(WorkerHealth::unsigned);
    overloaded = unsigned(overloaded);
  }

  /** All workers can be reached, none is overloaded. */
  public static WorkerHealth good() {
    return GOOD;
  }

  public boolean isAvailable(long workerId) {
    return available.isEmpty() || available.get().contains(workerId);
  }

  public boolean isOverloaded(long workerId) {
    return overloaded.contains(workerId);
  }

  private static SortedSet<Long> unsigned(SortedSet<Long> workerIds) {
    SortedSet<Long> ordered = new TreeSet<>(Long::compareUnsigned);
    ordered.addAll(workerIds);
    return unmodifiableSortedSet(ordered);
  }
}
