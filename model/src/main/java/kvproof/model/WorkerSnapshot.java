package kvproof.model;

import static java.util.Collections.unmodifiableSortedMap;

import java.util.Collection;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The configured workers, as one immutable value.
 *
 * <p>{@link #unlisted()} stands before the first list: every rank is configured, of one type, and
 * has an endpoint. Once there is a list, a rank that is not in it is neither target nor source.
 */
public final class WorkerSnapshot implements IndexStep {
  /** Type of every worker before the first list, and of a cache owner that names none. */
  public static final String DEFAULT_WORKER_TYPE = "decode";

  private static final WorkerSnapshot UNLISTED = new WorkerSnapshot(false, new TreeMap<>());

  private final boolean listed;
  private final SortedMap<Long, WorkerRecord> workers;
  private final boolean offersHints;

  private WorkerSnapshot(boolean listed, SortedMap<Long, WorkerRecord> workers) {
    this.listed = listed;
    this.workers = unmodifiableSortedMap(workers);
    this.offersHints =
        !listed || workers.values().stream().anyMatch(it -> !it.workerType().isEmpty());
  }

  public static WorkerSnapshot unlisted() {
    return UNLISTED;
  }

  /** Throws {@link IllegalArgumentException} if a worker occurs twice. */
  public static WorkerSnapshot of(Collection<WorkerRecord> records) {
    SortedMap<Long, WorkerRecord> workers = new TreeMap<>(Long::compareUnsigned);
    for (WorkerRecord worker : records) {
      if (workers.put(worker.workerId(), worker) != null) {
        throw new IllegalArgumentException(
            "worker " + Long.toUnsignedString(worker.workerId()) + " is listed twice");
      }
    }
    return new WorkerSnapshot(true, workers);
  }

  /** The endpoint that a rank has while no list was given: {@code tcp://w7:9000} for 7/0. */
  public static String defaultEndpoint(WorkerWithDpRank rank) {
    return "tcp://w"
        + Long.toUnsignedString(rank.workerId())
        + ":"
        + (9000 + Integer.toUnsignedLong(rank.dpRank()));
  }

  public boolean isListed() {
    return listed;
  }

  /** By worker id, unsigned; empty while nothing was listed. */
  public SortedMap<Long, WorkerRecord> workers() {
    return workers;
  }

  /**
   * Whether some worker has a type, as every worker has before the first list: without one nobody
   * is target or source, and fetch candidates are not worth keeping.
   */
  public boolean offersHints() {
    return offersHints;
  }

  public boolean isConfigured(WorkerWithDpRank rank) {
    WorkerRecord worker = workers.get(rank.workerId());
    return !listed || (worker != null && worker.ranks().contains(rank.dpRank()));
  }

  /** Role of the rank's worker; empty: neither target nor source. */
  public String workerType(WorkerWithDpRank rank) {
    WorkerRecord worker = workers.get(rank.workerId());
    return worker != null ? worker.workerType() : listed ? "" : DEFAULT_WORKER_TYPE;
  }

  /** Control endpoint of the rank; empty: it is never a source. */
  public String endpoint(WorkerWithDpRank rank) {
    WorkerRecord worker = workers.get(rank.workerId());
    if (worker == null) {
      return listed ? "" : defaultEndpoint(rank);
    }
    return worker.endpoints().getOrDefault(rank.dpRank(), "");
  }

  public Optional<String> eventSource(WorkerWithDpRank rank) {
    return Optional.ofNullable(workers.get(rank.workerId())).flatMap(WorkerRecord::eventSource);
  }

  public Optional<Island> island(WorkerWithDpRank rank) {
    return Optional.ofNullable(workers.get(rank.workerId())).flatMap(WorkerRecord::island);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WorkerSnapshot that
        && listed == that.listed
        && workers.equals(that.workers);
  }

  @Override
  public int hashCode() {
    return workers.hashCode();
  }

  @Override
  public String toString() {
    return listed ? "workers " + workers.values() : "workers unlisted";
  }
}
