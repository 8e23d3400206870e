package kvproof.router.predict;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.predict.PredictionCounts.Counter;

/**
 * Takes a routed block to be on the rank for a time to live, counted from the last decision that
 * named it.
 *
 * <p>Each rank's buckets begin at its origin: when it was met first, or first again after it was
 * forgotten. Times are milliseconds and never go back.
 */
final class TtlPredictor {
  /** The first bucket of a rank that has timers. */
  private record Due(long millis, WorkerWithDpRank rank) implements Comparable<Due> {
    private static final Comparator<Due> BY_TIME_THEN_RANK =
        Comparator.comparingLong(Due::millis).thenComparing(Due::rank);

    @Override
    public int compareTo(Due other) {
      return BY_TIME_THEN_RANK.compare(this, other);
    }
  }

  private final long ttlMillis;
  private final PredictionCounts counts;
  private final TreeMap<WorkerWithDpRank, ExpiryWheel> wheels = new TreeMap<>();

  /** One entry for each rank that has timers, however many it has. */
  private final TreeSet<Due> queue = new TreeSet<>();

  TtlPredictor(long ttlMillis, PredictionCounts counts) {
    this.ttlMillis = ttlMillis;
    this.counts = counts;
  }

  /** Gives the rank its origin, unless it has one. */
  void meet(WorkerWithDpRank rank, long nowMillis) {
    wheels.computeIfAbsent(rank, unmet -> new ExpiryWheel(nowMillis));
  }

  /**
   * A request was routed: its blocks are stored from the root, and gone again at once without a
   * time to live. Malformed blocks get no timers, since the index will refuse them.
   */
  List<KvCacheEvent> route(
      WorkerWithDpRank rank, BlockHashes localHashes, BlockHashes sequenceHashes, long nowMillis) {
    List<KvCacheEvent> events = new ArrayList<>();
    events.add(
        new Stored(rank, StorageTier.DEVICE, OptionalLong.empty(), localHashes, sequenceHashes));
    meet(rank, nowMillis);
    if (!isMalformed(sequenceHashes)) {
      ExpiryWheel wheel = wheel(rank);
      OptionalLong before = wheel.nextDueMillis();
      wheel.set(sequenceHashes, wheel.dueMillis(nowMillis, ttlMillis));
      requeue(rank, before, wheel.nextDueMillis());
      events.addAll(expire(nowMillis));
    }
    return events;
  }

  /** A chain from the root is malformed if a hash occurs twice. */
  private static boolean isMalformed(BlockHashes hashes) {
    return hashes.stream().distinct().count() < hashes.size();
  }

  private ExpiryWheel wheel(WorkerWithDpRank rank) {
    ExpiryWheel wheel = wheels.get(rank);
    if (wheel == null) {
      throw new AssertionError("rank " + rank + " was never met");
    }
    return wheel;
  }

  private void requeue(WorkerWithDpRank rank, OptionalLong before, OptionalLong after) {
    if (!before.equals(after)) {
      before.ifPresent(millis -> queue.remove(new Due(millis, rank)));
      after.ifPresent(millis -> queue.add(new Due(millis, rank)));
    }
  }

  /** What is due by now, in order of time, then rank: a removal for each bucket and rank. */
  List<KvCacheEvent> expire(long nowMillis) {
    List<KvCacheEvent> removals = new ArrayList<>();
    while (!queue.isEmpty() && queue.first().millis() <= nowMillis) {
      Due due = queue.removeFirst();
      ExpiryWheel wheel = wheel(due.rank());
      BlockHashes expired = wheel.expireNext();
      wheel.nextDueMillis().ifPresent(millis -> queue.add(new Due(millis, due.rank())));
      counts.add(Counter.EXPIRED, expired.size());
      removals.add(new Removed(due.rank(), StorageTier.DEVICE, expired));
    }
    return removals;
  }

  /** Drops the rank's timers; its origin stays. */
  void dropTimers(WorkerWithDpRank rank) {
    ExpiryWheel wheel = wheels.get(rank);
    if (wheel != null) {
      OptionalLong before = wheel.nextDueMillis();
      wheel.clear();
      requeue(rank, before, OptionalLong.empty());
    }
  }

  /** Drops the rank's timers and its origin. */
  void forget(WorkerWithDpRank rank) {
    dropTimers(rank);
    wheels.remove(rank);
  }

  void forgetWorker(long workerId) {
    List.copyOf(WorkerRanks.of(wheels, workerId).keySet()).forEach(this::forget);
  }

  /** How many entries the queue of buckets has. */
  int queued() {
    return queue.size();
  }

  /** How many timers there are, of all ranks. */
  int timers() {
    return wheels.values().stream().mapToInt(ExpiryWheel::timers).sum();
  }
}
