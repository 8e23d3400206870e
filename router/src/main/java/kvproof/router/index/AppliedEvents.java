package kvproof.router.index;

import java.util.Arrays;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.ApplyStatus;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;

/**
 * How many events an index took, by kind, tier and status; one more for each event, exactly.
 *
 * <p>For the thread that applies events; others read while it does not.
 */
public final class AppliedEvents {
  private static final int STATUSES = ApplyStatus.values().length;

  /** Stores and removals of each tier, then what is of no tier. */
  private enum Kind {
    STORED_DEVICE,
    STORED_HOST_PINNED,
    STORED_DISK,
    STORED_EXTERNAL,
    REMOVED_DEVICE,
    REMOVED_HOST_PINNED,
    REMOVED_DISK,
    REMOVED_EXTERNAL,
    CLEARED,
    RANK_REMOVED,
    WORKER_REMOVED;

    private static final Kind[] ALL = values();

    static Kind of(KvCacheEvent event) {
      return switch (event) {
        case Stored stored -> ALL[STORED_DEVICE.ordinal() + stored.tier().ordinal()];
        case Removed removed -> ALL[REMOVED_DEVICE.ordinal() + removed.tier().ordinal()];
        case Cleared _ -> CLEARED;
        case RankRemoved _ -> RANK_REMOVED;
        case WorkerRemoved _ -> WORKER_REMOVED;
      };
    }
  }

  private final long[] counts;

  public AppliedEvents() {
    this(new long[Kind.ALL.length * STATUSES]);
  }

  private AppliedEvents(long[] counts) {
    this.counts = counts;
  }

  public AppliedEvents copy() {
    return new AppliedEvents(counts.clone());
  }

  public void count(KvCacheEvent event, ApplyStatus status) {
    counts[Kind.of(event).ordinal() * STATUSES + status.ordinal()]++;
  }

  /** By kind and status, such as {@code removed host_pinned block_not_found}; none with 0. */
  public SortedMap<String, Long> byKindAndStatus() {
    SortedMap<String, Long> named = new TreeMap<>();
    for (Kind kind : Kind.ALL) {
      for (ApplyStatus status : ApplyStatus.values()) {
        long count = counts[kind.ordinal() * STATUSES + status.ordinal()];
        if (count > 0) {
          named.put(name(kind) + " " + status.name().toLowerCase(Locale.ROOT), count);
        }
      }
    }
    return named;
  }

  private static String name(Kind kind) {
    String name = kind.name().toLowerCase(Locale.ROOT);
    return name.startsWith("stored_") || name.startsWith("removed_")
        ? name.replaceFirst("_", " ")
        : name;
  }

  /** Events in all. */
  public long total() {
    return Arrays.stream(counts).sum();
  }
}
