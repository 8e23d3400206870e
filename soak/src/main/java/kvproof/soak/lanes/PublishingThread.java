package kvproof.soak.lanes;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import kvproof.model.ConcurrentRouter;
import kvproof.model.KvCacheEvent;
import kvproof.model.Owner;
import kvproof.testkit.SeededRandom;

/**
 * Hands over the events of some owners, each owner's in their order, the owners mixed; now and then
 * waits until one rank's are applied.
 */
final class PublishingThread implements Callable<Void> {
  private static final int FLUSH_PERCENT = 10;

  /** The events of one owner. {@code rank}: its number in {@link Progress}, or -1. */
  record Stream(Owner owner, List<KvCacheEvent> events, int rank) {}

  private final ConcurrentRouter router;
  private final List<Stream> streams;
  private final Progress progress;
  private final List<RankTruth> ranks;
  private final SeededRandom random;

  PublishingThread(
      ConcurrentRouter router,
      List<Stream> streams,
      Progress progress,
      List<RankTruth> ranks,
      SeededRandom random) {
    this.router = router;
    this.streams = List.copyOf(streams);
    this.progress = progress;
    this.ranks = ranks;
    this.random = random;
  }

  @Override
  public Void call() {
    int[] next = new int[streams.size()];
    List<Integer> left = new ArrayList<>();
    for (int i = 0; i < next.length; i++) {
      if (!streams.get(i).events().isEmpty()) {
        left.add(i);
      }
    }
    while (!left.isEmpty()) {
      Integer at = random.pick(left);
      Stream stream = streams.get(at);
      handOver(stream, stream.events().get(next[at]++));
      if (next[at] == stream.events().size()) {
        left.remove(/* element */ at);
      }
      if (stream.rank() >= 0 && random.chance(FLUSH_PERCENT)) {
        flush(stream.rank(), next[at]);
      }
    }
    return null;
  }

  private void handOver(Stream stream, KvCacheEvent event) {
    if (stream.rank() >= 0) {
      progress.handingOver(stream.rank());
    }
    router.enqueue(event);
  }

  private void flush(int rank, int events) {
    if (router.flush(ranks.get(rank).rank())) {
      progress.appliedUpTo(rank, events);
    }
  }
}
