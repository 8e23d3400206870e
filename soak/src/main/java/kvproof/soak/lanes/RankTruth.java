package kvproof.soak.lanes;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvRouter;
import kvproof.model.Request;
import kvproof.model.WorkerWithDpRank;

/**
 * What may be said of one rank after each prefix of its own events: its view in the answer to every
 * request, and its resident count.
 *
 * <p>Right as long as nobody else's blocks count for the rank.
 */
final class RankTruth {
  private final WorkerWithDpRank rank;
  private final List<KvCacheEvent> events;
  private final List<List<RankView>> views = new ArrayList<>();
  private final List<OptionalLong> counts = new ArrayList<>();

  /** Plays the events to an oracle that holds nothing yet. */
  RankTruth(
      WorkerWithDpRank rank, List<KvCacheEvent> events, List<Request> requests, KvRouter oracle) {
    this.rank = rank;
    this.events = List.copyOf(events);
    note(requests, oracle);
    for (KvCacheEvent event : events) {
      oracle.apply(event);
      note(requests, oracle);
    }
  }

  private void note(List<Request> requests, KvRouter oracle) {
    views.add(requests.stream().map(request -> RankView.of(oracle.answer(request), rank)).toList());
    counts.add(oracle.residentBlocks(rank));
  }

  WorkerWithDpRank rank() {
    return rank;
  }

  List<KvCacheEvent> events() {
    return events;
  }

  /**
   * The first prefix in {@code [from, to]} after which the view is the one that was seen; or -1.
   */
  int firstWithView(RankView seen, int request, int from, int to) {
    for (int prefix = from; prefix <= to; prefix++) {
      if (views.get(prefix).get(request).equals(seen)) {
        return prefix;
      }
    }
    return -1;
  }

  /** The same for a count. */
  int firstWithCount(OptionalLong seen, int from, int to) {
    for (int prefix = from; prefix <= to; prefix++) {
      if (counts.get(prefix).equals(seen)) {
        return prefix;
      }
    }
    return -1;
  }

  RankView lastView(int request) {
    return views.getLast().get(request);
  }

  OptionalLong lastCount() {
    return counts.getLast();
  }
}
