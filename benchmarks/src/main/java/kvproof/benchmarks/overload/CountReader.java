package kvproof.benchmarks.overload;

import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import kvproof.benchmarks.events.EventStream;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.index.ResidentCountsHandle;
import kvproof.router.index.ResidentCountsView;
import kvproof.router.index.ResidentReader;
import org.jspecify.annotations.Nullable;

/** What the reader's thread does until it is told to end: passes, paced by spinning. */
final class CountReader {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final OverloadCase trial;
  private final ResidentCountsHandle counts;
  private final LongSupplier clock;
  private final List<WorkerWithDpRank> ranks =
      IntStream.range(0, EventStream.WORKERS).mapToObj(id -> new WorkerWithDpRank(id, 0)).toList();
  private final ResidentReader reader = new ResidentReader();
  private @Nullable ResidentCountsView last;
  private volatile boolean isOver;
  private long passes;
  private long sum;
  private long nanos;

  CountReader(OverloadCase trial, ResidentCountsHandle counts, LongSupplier clock) {
    this.trial = trial;
    this.counts = counts;
    this.clock = clock;
  }

  /** Reads until {@link #end}, on the calling thread. */
  void run() {
    long begin = clock.getAsLong();
    long period = trial.readsPerSecond() == 0 ? 0 : NANOS_PER_SECOND / trial.readsPerSecond();
    while (!isOver) {
      if (period > 0 && clock.getAsLong() - begin < passes * period) {
        Thread.onSpinWait();
        continue;
      }
      pass();
      passes++;
    }
    nanos = clock.getAsLong() - begin;
    pass(); // beyond the rate: however short the replay was, this one finds what it left
  }

  private void pass() {
    switch (trial.reading()) {
      case NOBODY, NOTHING -> Thread.onSpinWait();
      case MAP -> sum += isAnother(counts.view()) ? 1 : 0;
      case COUNTS -> sum += sumOf(counts.view());
    }
  }

  @SuppressWarnings("ReferenceEquality") // whether the map was replaced
  private boolean isAnother(ResidentCountsView view) {
    boolean isAnother = view != last;
    last = view;
    return isAnother;
  }

  private long sumOf(ResidentCountsView view) {
    reader.begin(view, ranks.size());
    long blocks = 0;
    for (int worker = 0; worker < ranks.size(); worker++) {
      blocks += reader.blocksOr(worker, ranks.get(worker), 0);
    }
    return blocks;
  }

  /** For another thread. */
  void end() {
    isOver = true;
  }

  /** Passes a second; after the end, on a thread that waited for it. */
  double passesPerSecond() {
    return passes * (double) NANOS_PER_SECOND / Math.max(nanos, 1);
  }

  /** All that was read, so that no read is left out by the compiler. */
  long sum() {
    return sum;
  }
}
