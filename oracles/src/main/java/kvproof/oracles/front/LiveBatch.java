package kvproof.oracles.front;

import java.util.ArrayList;
import java.util.List;
import java.util.Map.Entry;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.StreamState;
import kvproof.model.WorkerWithDpRank;

/**
 * All that one live batch brings about: {@code kv-events-wire.md} 1.4, {@code index.md} 6.6, 6.9.
 *
 * <p>Sequences from the one that the listener waited for up to where it stands at the end are each
 * accounted for: applied now, made superfluous by a dump or a clear, or missing for good.
 */
final class LiveBatch {
  private final Stream stream;
  private final Engine engine;
  private final BiFunction<Stream, List<KvCacheEvent>, List<KvCacheEvent>> passedOn;
  private final Predicate<WorkerWithDpRank> holdsBlocks;
  private final Counts counts;

  private final boolean hadPosition;
  private final List<IndexStep> steps = new ArrayList<>();

  /** Sequences that were applied, or left out of an answer because a clear came after them. */
  private final NavigableSet<Long> accounted = new TreeSet<>(Long::compareUnsigned);

  /** Of the sequences before it none is missing. */
  private long firstInDoubt;

  /** What is missing before it came before a clear of the rank. */
  private long sinceClear;

  LiveBatch(
      Stream stream,
      Engine engine,
      BiFunction<Stream, List<KvCacheEvent>, List<KvCacheEvent>> passedOn,
      Predicate<WorkerWithDpRank> holdsBlocks,
      Counts counts) {
    this.stream = stream;
    this.engine = engine;
    this.passedOn = passedOn;
    this.holdsBlocks = holdsBlocks;
    this.counts = counts;
    this.hadPosition = stream.hasPosition;
    this.firstInDoubt = stream.next;
  }

  List<IndexStep> take(long sequence, List<KvCacheEvent> events) {
    if (isBefore(sequence, stream.next)) {
      counts.add("stale");
      if (sequence == 0 && isBefore(1, stream.next)) {
        counts.add("restart_suspected");
      }
    } else if (sequence == stream.next) {
      apply(sequence, events);
    } else {
      recover();
      if (isBefore(sequence, stream.next)) {
        counts.add("stale");
      } else {
        apply(sequence, events);
      }
      judgeGap();
    }
    return steps;
  }

  private void recover() {
    switch (stream.recovery) {
      case NONE -> {}
      case REPLAY -> replay();
      case PEER -> query();
    }
  }

  private void replay() {
    counts.add("replays");
    for (Entry<Long, List<KvCacheEvent>> reply : engine.replay(stream.next).entrySet()) {
      if (isBefore(reply.getKey(), stream.next)) {
        counts.add("repeats");
      } else {
        apply(reply.getKey(), reply.getValue());
      }
    }
  }

  /** The table of {@code index.md} 6.4: everything from {@link Stream#next} on, no end given. */
  private void query() {
    counts.add("queries");
    NavigableMap<Long, List<KvCacheEvent>> buffer = engine.buffer();
    if (!engine.answers()) {
      counts.add("failed_queries");
    } else if (!stream.hasPosition || buffer.isEmpty()) {
      dump(buffer);
    } else if (isBefore(buffer.lastKey(), stream.next)) {
      return; // too new
    } else if (isBefore(stream.next, buffer.firstKey())) {
      dump(buffer);
    } else {
      range(buffer.tailMap(stream.next, true));
    }
  }

  private void dump(NavigableMap<Long, List<KvCacheEvent>> buffer) {
    counts.add("dumps");
    steps.add(Cleared.of(stream.rank));
    steps.addAll(engine.dump());
    if (stream.isGapped) {
      stream.isGapped = false;
      steps.add(new StreamState(stream.rank, false));
    }
    stream.reach(buffer.isEmpty() ? 0 : buffer.lastKey());
    firstInDoubt = later(firstInDoubt, stream.next);
  }

  /** From the last clear in it on, whoever it clears; all of it if there is none. */
  private void range(NavigableMap<Long, List<KvCacheEvent>> batches) {
    NavigableMap<Long, List<KvCacheEvent>> answer = batches;
    for (Entry<Long, List<KvCacheEvent>> batch : batches.entrySet()) {
      if (lastClear(batch.getValue()) >= 0) {
        answer = batches.tailMap(batch.getKey(), true);
      }
    }
    accounted.addAll(batches.headMap(answer.firstKey(), false).keySet());
    for (Entry<Long, List<KvCacheEvent>> batch : answer.entrySet()) {
      List<KvCacheEvent> events = batch.getValue();
      apply(batch.getKey(), events.subList(Math.max(lastClear(events), 0), events.size()));
    }
  }

  /** -1 if there is none. */
  private static int lastClear(List<KvCacheEvent> events) {
    int last = -1;
    for (int index = 0; index < events.size(); index++) {
      if (events.get(index) instanceof Cleared) {
        last = index;
      }
    }
    return last;
  }

  private void apply(long sequence, List<KvCacheEvent> events) {
    counts.add("applied");
    List<KvCacheEvent> effective = passedOn.apply(stream, events);
    steps.addAll(effective);
    accounted.add(sequence);
    stream.reach(sequence);
    if (effective.contains(Cleared.of(stream.rank))) {
      sinceClear = sequence;
    }
  }

  /** A missing head matters only to an index that holds blocks of the rank already. */
  private void judgeGap() {
    long missing = missingFrom(firstInDoubt);
    if (missing == 0 || (!hadPosition && !holdsBlocks.test(stream.rank))) {
      return;
    }
    counts.add("gaps");
    counts.add("missed", missing);
    if (missingFrom(later(firstInDoubt, sinceClear)) > 0) {
      stream.isGapped = true;
      steps.add(new StreamState(stream.rank, true));
    }
  }

  private long missingFrom(long start) {
    return isBefore(start, stream.next)
        ? stream.next - start - accounted.tailSet(start, true).size()
        : 0;
  }

  private static boolean isBefore(long sequence, long other) {
    return Long.compareUnsigned(sequence, other) < 0;
  }

  private static long later(long sequence, long other) {
    return isBefore(sequence, other) ? other : sequence;
  }
}
