package kvproof.events.ingest.listener;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/**
 * Registered event sources that have not published anything, and cannot be asked either: what they
 * hold is not known, which nobody would notice otherwise.
 *
 * <p>Time is what {@link #advanceTo} says, in nanoseconds from 0. A source counts once it has been
 * silent for the grace period, and no more from its first batch on. For any thread.
 */
public final class SilentSources {
  /** How long a source may be silent before it counts. */
  public static final Duration GRACE = Duration.ofSeconds(10);

  /** How often it is complained of after that. */
  public static final Duration REPEAT = Duration.ofMinutes(1);

  /** A source that is expected to speak. */
  private static final class Watch {
    final String endpoint;
    long sinceNanos;
    long nextLineNanos;
    boolean isPaused;
    boolean hasSpoken;

    Watch(String endpoint, long sinceNanos) {
      this.endpoint = endpoint;
      begin(sinceNanos);
    }

    void begin(long now) {
      sinceNanos = now;
      nextLineNanos = now + GRACE.toNanos();
    }

    boolean isSilent(long now) {
      return !hasSpoken && !isPaused && now - sinceNanos >= GRACE.toNanos();
    }
  }

  private final Consumer<String> log;
  private final SortedMap<WorkerWithDpRank, Watch> watched = new TreeMap<>();
  private long nowNanos;

  /**
   * @param log hears one line when a source begins to count and one a minute while it does; one
   *     only if several are due at once
   */
  public SilentSources(Consumer<String> log) {
    this.log = log;
  }

  /** A source is registered. One that names where it can be asked is never silent. */
  synchronized void registered(ListenerSpec spec) {
    if (spec.replay().isEmpty()) {
      watched.put(spec.rank(), new Watch(spec.live().toString(), nowNanos));
    }
  }

  synchronized void deregistered(WorkerWithDpRank rank) {
    watched.remove(rank);
  }

  /** A batch came, whatever is in it. */
  synchronized void heard(WorkerWithDpRank rank) {
    @Nullable Watch watch = watched.get(rank);
    if (watch != null) {
      watch.hasSpoken = true;
    }
  }

  /** Nothing can be heard of it until {@link #resumed}. */
  synchronized void paused(WorkerWithDpRank rank) {
    @Nullable Watch watch = watched.get(rank);
    if (watch != null) {
      watch.isPaused = true;
    }
  }

  /** Its grace period begins anew. */
  synchronized void resumed(WorkerWithDpRank rank) {
    @Nullable Watch watch = watched.get(rank);
    if (watch != null) {
      watch.isPaused = false;
      watch.begin(nowNanos);
    }
  }

  /** Lets time pass; an earlier time changes nothing. */
  public void advanceTo(long nanos) {
    List<String> lines;
    synchronized (this) {
      nowNanos = Math.max(nowNanos, nanos);
      lines = dueLines();
    }
    lines.forEach(log);
  }

  private List<String> dueLines() {
    List<String> lines = new ArrayList<>();
    watched.forEach(
        (rank, watch) -> {
          if (watch.isSilent(nowNanos) && nowNanos >= watch.nextLineNanos) {
            lines.add(line(rank, watch));
            long late = nowNanos - watch.nextLineNanos;
            watch.nextLineNanos += REPEAT.toNanos() * (1 + late / REPEAT.toNanos());
          }
        });
    return lines;
  }

  private String line(WorkerWithDpRank rank, Watch watch) {
    return "event source "
        + rank
        + " has published nothing at "
        + watch.endpoint
        + " for "
        + TimeUnit.NANOSECONDS.toSeconds(nowNanos - watch.sinceNanos)
        + " s and names no replay endpoint: what it holds is not known;"
        + " check its event publisher, or deregister it";
  }

  /** The mismatch gauge: how many sources are silent now. */
  public synchronized int count() {
    return ranks().size();
  }

  /** They, in order. */
  public synchronized List<WorkerWithDpRank> ranks() {
    return watched.entrySet().stream()
        .filter(entry -> entry.getValue().isSilent(nowNanos))
        .map(entry -> entry.getKey())
        .toList();
  }
}
