package kvproof.router.predict;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import kvproof.model.BlockHashes;

/**
 * When the blocks of one rank expire: a timer for each hash and position, in buckets of 100 ms that
 * are counted from the rank's origin.
 *
 * <p>Times are milliseconds of the caller's clock, none before the origin. The same hash at two
 * positions has two timers, and each names it when it is due.
 */
final class ExpiryWheel {
  /*
   * A bucket is a ring of timers, closed by an end that is no timer; the buckets stand by due time:
   *
   *     200 ──> end ─ (11,0) ─ (12,1) ─ end      400 ──> end ─ (13,0) ─ end
   *
   * A refresh takes the timer out of its ring and puts it into another, whatever stands around it,
   * and a bucket goes with its last timer. So blocks that are refreshed over and over leave nothing
   * behind.
   */
  private static final long BUCKET_MILLIS = 100;

  private static final Comparator<BlockAt> BY_POSITION_THEN_HASH =
      Comparator.comparingInt(BlockAt::position)
          .thenComparing(BlockAt::hash, Long::compareUnsigned);

  private record BlockAt(long hash, int position) {}

  private static final class Timer {
    final BlockAt block;
    long dueMillis;
    Timer before = this;
    Timer after = this;

    Timer(BlockAt block) {
      this.block = block;
    }

    void joinBefore(Timer end) {
      before = end.before;
      after = end;
      before.after = this;
      after.before = this;
    }

    /** Returns whether nothing but the end is left of the ring. */
    boolean leave() {
      before.after = after;
      after.before = before;
      return before == after;
    }
  }

  private static final BlockAt NO_BLOCK = new BlockAt(0, -1);

  private final long originMillis;
  private final Map<BlockAt, Timer> timers = new HashMap<>();

  /** End of each bucket's ring, by due time. */
  private final TreeMap<Long, Timer> buckets = new TreeMap<>();

  ExpiryWheel(long originMillis) {
    this.originMillis = originMillis;
  }

  /** When a block of now expires: at the end of a bucket; at once if its time to live is 0. */
  long dueMillis(long nowMillis, long ttlMillis) {
    if (ttlMillis == 0) {
      return nowMillis;
    }
    long sinceOrigin = saturatedSum(nowMillis - originMillis, ttlMillis);
    long begun = saturatedSum(sinceOrigin, BUCKET_MILLIS - 1) / BUCKET_MILLIS;
    return saturatedSum(originMillis, begun * BUCKET_MILLIS);
  }

  /** Of two numbers that are not negative. */
  private static long saturatedSum(long one, long other) {
    long sum = one + other;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  /** Every hash expires with its position at {@code dueMillis}, and no longer when it was to. */
  void set(BlockHashes hashes, long dueMillis) {
    if (hashes.isEmpty()) {
      return;
    }
    Timer end = buckets.computeIfAbsent(dueMillis, due -> new Timer(NO_BLOCK));
    for (int position = 0; position < hashes.size(); position++) {
      Timer timer = timers.computeIfAbsent(new BlockAt(hashes.at(position), position), Timer::new);
      boolean isSet = timer.after != timer;
      if (isSet && timer.dueMillis == dueMillis) {
        continue;
      }
      if (isSet && timer.leave()) {
        buckets.remove(timer.dueMillis);
      }
      timer.dueMillis = dueMillis;
      timer.joinBefore(end);
    }
  }

  /** When the first bucket is due; empty without timers. */
  OptionalLong nextDueMillis() {
    return buckets.isEmpty() ? OptionalLong.empty() : OptionalLong.of(buckets.firstKey());
  }

  /** Takes the first bucket out: its hashes by position, then as unsigned numbers, each once. */
  BlockHashes expireNext() {
    Map.Entry<Long, Timer> first = buckets.pollFirstEntry();
    if (first == null) {
      throw new AssertionError("nothing to expire");
    }
    Timer end = first.getValue();
    List<BlockAt> expired = new ArrayList<>();
    for (Timer timer = end.after; timer != end; timer = timer.after) {
      expired.add(timer.block);
      timers.remove(timer.block);
    }
    expired.sort(BY_POSITION_THEN_HASH);
    return BlockHashes.of(expired.stream().mapToLong(BlockAt::hash).distinct().toArray());
  }

  /** Drops every timer; the origin stays. */
  void clear() {
    timers.clear();
    buckets.clear();
  }

  int timers() {
    return timers.size();
  }

  int buckets() {
    return buckets.size();
  }
}
