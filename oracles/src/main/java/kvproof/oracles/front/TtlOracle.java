package kvproof.oracles.front;

import static kvproof.model.StorageTier.DEVICE;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import kvproof.model.BlockHashes;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.WorkerWithDpRank;

/**
 * Which routed blocks have lived for their time, from the list of all decisions: {@code index.md}
 * 8.1. Times in milliseconds.
 *
 * <p>A decision is never changed: the last one that names a hash at a position says when it goes.
 */
final class TtlOracle {
  private static final long GRANULARITY_MILLIS = 100;

  private record Decision(WorkerWithDpRank rank, BlockHashes hashes, long expiryMillis) {
    boolean hasAt(int position, long hash) {
      return position < hashes.size() && hashes.at(position) == hash;
    }
  }

  /** A block that goes, at its place in the order of one removal. */
  private record Timer(int position, long hash) implements Comparable<Timer> {
    @Override
    public int compareTo(Timer other) {
      int byPosition = Integer.compare(position, other.position);
      return byPosition != 0 ? byPosition : Long.compareUnsigned(hash, other.hash);
    }
  }

  private final List<Decision> decisions = new ArrayList<>();
  private final Map<WorkerWithDpRank, Long> origins = new HashMap<>(); // looked up, never iterated
  private final Counts counts;
  private long ttlMillis;

  TtlOracle(Counts counts) {
    this.counts = counts;
  }

  /** Nothing is known any more; from here on blocks live so long. */
  void begin(long newTtlMillis) {
    decisions.clear();
    origins.clear();
    ttlMillis = newTtlMillis;
  }

  /** Expiry is counted from the first time that the rank is mentioned. */
  void mention(WorkerWithDpRank rank, long nowMillis) {
    origins.putIfAbsent(rank, nowMillis);
  }

  void dropTimers(Predicate<WorkerWithDpRank> whose) {
    decisions.removeIf(decision -> whose.test(decision.rank()));
  }

  void forget(Predicate<WorkerWithDpRank> whose) {
    dropTimers(whose);
    origins.keySet().removeIf(whose);
  }

  List<IndexStep> route(
      WorkerWithDpRank rank, BlockHashes localHashes, BlockHashes hashes, long nowMillis) {
    mention(rank, nowMillis);
    List<IndexStep> steps = new ArrayList<>();
    steps.add(new Stored(rank, DEVICE, OptionalLong.empty(), localHashes, hashes));
    boolean isMalformed = hashes.stream().distinct().count() < hashes.size();
    if (!isMalformed) {
      decisions.add(new Decision(rank, hashes, expiry(rank, nowMillis)));
      if (ttlMillis == 0 && !hashes.isEmpty()) {
        counts.add("expired", hashes.size());
        steps.add(new Removed(rank, DEVICE, hashes));
      }
    }
    return steps;
  }

  /** Rounded up to the next bucket of the rank; not at all without a time to live. */
  private long expiry(WorkerWithDpRank rank, long nowMillis) {
    long origin = Objects.requireNonNull(origins.get(rank));
    long age = Math.addExact(nowMillis - origin, ttlMillis);
    return ttlMillis == 0
        ? nowMillis
        : origin + Math.multiplyExact(Math.ceilDiv(age, GRANULARITY_MILLIS), GRANULARITY_MILLIS);
  }

  /** One removal for each expiry in {@code (from, to]} and each rank that has blocks then. */
  List<IndexStep> expire(long fromMillis, long toMillis) {
    SortedMap<Long, SortedMap<WorkerWithDpRank, SortedSet<Timer>>> due = new TreeMap<>();
    for (int index = 0; index < decisions.size(); index++) {
      Decision decision = decisions.get(index);
      long expiry = decision.expiryMillis();
      for (int position = 0; position < decision.hashes().size(); position++) {
        var timer = new Timer(position, decision.hashes().at(position));
        if (expiry > fromMillis && expiry <= toMillis && isLastWord(index, timer)) {
          due.computeIfAbsent(expiry, _ -> new TreeMap<>())
              .computeIfAbsent(decision.rank(), _ -> new TreeSet<>())
              .add(timer);
        }
      }
    }
    List<IndexStep> steps = new ArrayList<>();
    due.values()
        .forEach(bucket -> bucket.forEach((rank, timers) -> steps.add(removed(rank, timers))));
    return steps;
  }

  private boolean isLastWord(int index, Timer timer) {
    Decision decision = decisions.get(index);
    return decisions.subList(index + 1, decisions.size()).stream()
        .filter(later -> later.rank().equals(decision.rank()))
        .noneMatch(later -> later.hasAt(timer.position(), timer.hash()));
  }

  /** A hash at two positions is named once. */
  private Removed removed(WorkerWithDpRank rank, SortedSet<Timer> timers) {
    List<Long> hashes = timers.stream().map(Timer::hash).distinct().toList();
    counts.add("expired", hashes.size());
    return new Removed(rank, DEVICE, BlockHashes.of(hashes));
  }
}
