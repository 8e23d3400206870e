package kvproof.benchmarks.events;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import kvproof.benchmarks.timing.FixedRate;
import kvproof.model.KvCacheEvent;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.Selection;
import kvproof.router.lane.LaneCopies;
import kvproof.router.lane.LaneThreads;
import kvproof.router.lane.LanedRouter;
import org.jspecify.annotations.Nullable;

/**
 * Look-ups at a fixed rate on this thread while one lane applies a stream as fast as it can.
 *
 * <p>A look-up is a whole selection: tiers, discovery, and a source for each of the 128 workers, of
 * the stream's sampled prompts in turn. Two threads work, so it needs two processors.
 */
final class LookUpsBeside {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final EventStream stream;
  private final List<long[]> prompts;
  private final int ratePerSecond;
  private final LaneCopies copies;

  /**
   * @param copies of everything that the lane keeps
   */
  LookUpsBeside(EventStream stream, int ratePerSecond, LaneCopies copies) {
    this.stream = stream;
    this.prompts = stream.samples().stream().map(StreamPrompt::local).toList();
    this.ratePerSecond = ratePerSecond;
    this.copies = copies;
  }

  /** The stream once, with look-ups at a rate beside it. */
  @FunctionalInterface
  interface Round {
    /** How many nanoseconds applying the stream took. */
    long run(FixedRate rate) throws InterruptedException;
  }

  /** What {@code rounds} times the stream showed, after rounds that do not count. */
  LookUpsTimed time(int rounds) throws InterruptedException {
    return time(rounds, this::round);
  }

  LookUpsTimed time(int rounds, Round played) throws InterruptedException {
    for (int round = EventsTrial.warmRounds(stream.blocks()); round > 0; round--) {
      played.run(newRate());
    }
    FixedRate rate = newRate();
    long applyNanos = 0;
    for (int round = 0; round < rounds; round++) {
      applyNanos += played.run(rate);
    }
    return LookUpsTimed.of(
        ratePerSecond,
        copies.count(),
        rate,
        rounds * stream.blocks() * 1e9 / Math.max(applyNanos, 1));
  }

  private FixedRate newRate() {
    return new FixedRate(System::nanoTime, NANOS_PER_SECOND / ratePerSecond);
  }

  private long round(FixedRate rate) throws InterruptedException {
    try (LanedRouter router = new LanedRouter(1, LaneThreads.SYSTEM, copies)) {
      int[] targets =
          IntStream.range(0, EventStream.WORKERS)
              .map(worker -> router.numberOf(new WorkerWithDpRank(worker, 0)))
              .toArray();
      Selection selection = router.newSelection();
      CountDownLatch gate = Feed.held(router, 1);
      for (KvCacheEvent event : stream.events()) {
        router.enqueue(event);
      }
      var appliedAt = new AtomicReference<@Nullable Long>();
      router.enqueue(new WorkerWithDpRank(0, 0), () -> appliedAt.set(System.nanoTime()));
      long start = System.nanoTime();
      gate.countDown();
      rate.run(
          () -> appliedAt.get() == null,
          number -> {
            long[] prompt = prompts.get(number % prompts.size());
            router.select(prompt, prompt.length, targets, targets.length, selection);
          });
      return Objects.requireNonNull(appliedAt.get()) - start;
    }
  }
}
