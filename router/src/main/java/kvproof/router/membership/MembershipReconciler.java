package kvproof.router.membership;

import static java.util.Collections.unmodifiableSortedMap;

import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes a catalog hold exactly the workers of a snapshot, and tries again what failed.
 *
 * <p>For the thread that changes the catalog. Reads no clock: times come with the calls, in
 * nanoseconds of any one clock.
 */
public final class MembershipReconciler {
  public static final long RETRY_NANOS = 5_000_000_000L;

  private final WorkerCatalog catalog;
  private @Nullable Pending pending;

  private record Pending(SortedMap<Long, WorkerRegistration> snapshot, long dueNanos) {}

  public MembershipReconciler(WorkerCatalog catalog) {
    this.catalog = catalog;
  }

  /**
   * What could not be done, as told by the exceptions; the rest of the snapshot is in force.
   *
   * @param failures by worker id, unsigned; empty: the catalog is what the snapshot says
   */
  public record Outcome(SortedMap<Long, String> failures) {
    public Outcome {
      SortedMap<Long, String> ordered = new TreeMap<>(Long::compareUnsigned);
      ordered.putAll(failures);
      failures = unmodifiableSortedMap(ordered);
    }
  }

  /**
   * Registers what the snapshot has and deletes what it lacks, also if a registration fails; each
   * partition is published once, unless a worker leaves it for another one.
   *
   * <p>Instances of a data-parallel group that swap ranks in one snapshot are in each other's way
   * and stay failures; take one of them out first. It takes the place of a snapshot that waits to
   * be tried again. Throws {@link IllegalArgumentException} if a worker is in it twice; then
   * nothing at all has changed.
   */
  public Outcome reconcile(Collection<WorkerRegistration> snapshot, long nowNanos) {
    SortedMap<Long, WorkerRegistration> workers = new TreeMap<>(Long::compareUnsigned);
    for (WorkerRegistration worker : snapshot) {
      if (workers.put(worker.workerId(), worker) != null) {
        throw new IllegalArgumentException(
            "worker "
                + Long.toUnsignedString(worker.workerId())
                + " is in the membership snapshot twice");
      }
    }
    return apply(workers, nowNanos);
  }

  /** When {@link #retry} is due; empty: nothing failed. */
  public OptionalLong retryNanos() {
    return pending == null ? OptionalLong.empty() : OptionalLong.of(pending.dueNanos());
  }

  /** Tries the newest snapshot again if it is due; otherwise nothing happens. */
  public Outcome retry(long nowNanos) {
    if (pending == null || nowNanos < pending.dueNanos()) {
      return new Outcome(new TreeMap<>());
    }
    return apply(pending.snapshot(), nowNanos);
  }

  private Outcome apply(SortedMap<Long, WorkerRegistration> snapshot, long nowNanos) {
    SortedMap<Long, String> failures = new TreeMap<>(Long::compareUnsigned);
    catalog.together(
        () -> {
          List.copyOf(catalog.workers().keySet()).stream()
              .filter(workerId -> !snapshot.containsKey(workerId))
              .forEach(catalog::delete);
          for (WorkerRegistration worker : snapshot.values()) {
            if (!catalog.isCurrent(worker)) {
              attempt(worker.workerId(), failures, () -> catalog.upsert(worker));
            }
          }
        });
    pending = failures.isEmpty() ? null : new Pending(snapshot, nowNanos + RETRY_NANOS);
    return new Outcome(failures);
  }

  private static void attempt(long workerId, SortedMap<Long, String> failures, Runnable update) {
    try {
      update.run();
    } catch (RuntimeException failure) {
      failures.put(workerId, String.valueOf(failure.getMessage()));
    }
  }
}
