package kvproof.events.ingest;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;
import kvproof.events.ReplayEnd;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.StreamArrival.ReplayLimits;
import kvproof.model.WorkerWithDpRank;

/** The engine of one rank, which publishes what it is told and answers within limits. */
final class SimulatedEngine implements BatchSource, PeerSource {
  private final WorkerWithDpRank rank;
  private final NavigableMap<Long, List<KvCacheEvent>> published =
      new TreeMap<>(Long::compareUnsigned);
  private ReplayLimits limits;

  SimulatedEngine(WorkerWithDpRank rank) {
    this.rank = rank;
    this.limits = new ReplayLimits(rank, 0, 0, OptionalInt.empty());
  }

  void publish(long sequence, List<KvCacheEvent> events) {
    published.put(sequence, events);
  }

  /** Nothing is left of what it published; the limits stay. */
  void restart() {
    published.clear();
  }

  void limit(ReplayLimits newLimits) {
    limits = newLimits;
  }

  @Override
  public ReplayEnd replay(long start, Consumer<StreamBatch> sink) {
    List<StreamBatch> replies = new ArrayList<>();
    keptFrom(early(start))
        .forEach((sequence, events) -> replies.add(StreamBatch.of(sequence, events)));
    int sent = Math.min(replies.size(), limits.most().orElse(Integer.MAX_VALUE));
    replies.subList(0, sent).forEach(sink);
    return new ReplayEnd.Complete(sent);
  }

  private long early(long start) {
    long early = limits.early();
    return Long.compareUnsigned(start, early) < 0 ? 0 : start - early;
  }

  private NavigableMap<Long, List<KvCacheEvent>> keptFrom(long start) {
    long oldest = limits.oldest();
    return published.tailMap(Long.compareUnsigned(oldest, start) < 0 ? start : oldest, true);
  }

  @Override
  public RecoveryAnswer<KvCacheEvent> query(OptionalLong start) {
    if (limits.most().equals(OptionalInt.of(0))) {
      return new RecoveryAnswer.Unanswered<>(start, "the peer of " + rank + " is silent");
    }
    List<NumberedEvents<KvCacheEvent>> buffered = new ArrayList<>();
    keptFrom(0).forEach((sequence, events) -> buffered.add(new NumberedEvents<>(sequence, events)));
    return RangeRequest.from(start)
        .answer(buffered, Cleared.class::isInstance)
        .orElseGet(() -> dump(buffered.isEmpty() ? 0 : buffered.getLast().id()));
  }

  private RecoveryAnswer<KvCacheEvent> dump(long newest) {
    var inventory = new RankInventory(rank);
    published.values().forEach(events -> events.forEach(inventory::apply));
    return new RecoveryAnswer.Dump<>(inventory.dump(), newest);
  }
}
