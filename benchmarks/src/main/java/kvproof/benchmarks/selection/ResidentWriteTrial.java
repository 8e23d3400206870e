package kvproof.benchmarks.selection;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.ReferenceRouter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A process that times what keeping counts costs who applies events, tracked or untracked: stores
 * of one block and then clears for 128 workers. And how long 10,000 ranks take to appear.
 */
@Command(name = "resident-write-trial", description = "Times stores and clears in this process.")
public final class ResidentWriteTrial implements Callable<Integer> {
  private static final int WORKERS = 128;
  private static final int STORES = 400;
  private static final int REGISTERED = 10_000;

  /** The quickest of so many is the figure of a round: each takes some ten milliseconds. */
  private static final int PASSES = 10;

  private static final int WARM_PASSES = 40;

  @Option(names = "--rounds", defaultValue = "5")
  int rounds;

  @Option(names = "--tracked")
  boolean tracks;

  private final SelectionLines lines;

  ResidentWriteTrial(SelectionLines lines) {
    this.lines = lines;
  }

  public static void main(String[] args) {
    var lines = new SelectionLines(new PrintStream(System.out, true, StandardCharsets.UTF_8));
    System.exit(new CommandLine(new ResidentWriteTrial(lines)).execute(args));
  }

  @Override
  public Integer call() {
    lines.start(0);
    List<KvCacheEvent> events = storesThenClears();
    for (int pass = 0; pass < WARM_PASSES; pass++) {
      nanosPerEvent(events);
    }
    double[] nanos = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      nanos[round] = Double.POSITIVE_INFINITY;
      for (int pass = 0; pass < PASSES; pass++) {
        nanos[round] = Math.min(nanos[round], nanosPerEvent(events));
      }
    }
    lines.written(tracks, nanos, registerMillis());
    return 0;
  }

  private double nanosPerEvent(List<KvCacheEvent> events) {
    ReferenceRouter router = router(tracks);
    int stores = events.size() - WORKERS;
    long nanos = nanos(events.subList(0, stores), router);
    requireCounts(router, tracks, STORES);
    nanos += nanos(events.subList(stores, events.size()), router);
    requireCounts(router, tracks, 0);
    requireCleared(router);
    return nanos / (double) events.size();
  }

  private static long nanos(List<KvCacheEvent> events, ReferenceRouter router) {
    long start = System.nanoTime();
    events.forEach(router::apply);
    return System.nanoTime() - start;
  }

  /** By the counters themselves: so many blocks a worker; untracked there is no counter. */
  static void requireCounts(ReferenceRouter router, boolean tracks, long blocks) {
    OptionalLong expected = tracks ? OptionalLong.of(blocks) : OptionalLong.empty();
    for (int worker = 0; worker < WORKERS; worker++) {
      OptionalLong actual = router.residentCounts().blocks(new WorkerWithDpRank(worker, 0));
      if (!actual.equals(expected)) {
        throw new AssertionError(
            "the counter of worker %d is %s, not %s".formatted(worker, actual, expected));
      }
    }
  }

  private static ReferenceRouter router(boolean tracks) {
    var router = new ReferenceRouter();
    if (tracks) {
      router.trackResidentBlocks();
    }
    return router;
  }

  /** Round after round one block more on each worker, each under the one before; then all go. */
  static List<KvCacheEvent> storesThenClears() {
    List<KvCacheEvent> events = new ArrayList<>();
    for (long block = 0; block < STORES; block++) {
      for (int worker = 0; worker < WORKERS; worker++) {
        OptionalLong parent = block == 0 ? OptionalLong.empty() : OptionalLong.of(block);
        events.add(stored(worker, parent, block + 1));
      }
    }
    for (int worker = 0; worker < WORKERS; worker++) {
      events.add(Cleared.of(new WorkerWithDpRank(worker, 0)));
    }
    return events;
  }

  private static Stored stored(int worker, OptionalLong parent, long hash) {
    BlockHashes block = BlockHashes.of(hash);
    return new Stored(new WorkerWithDpRank(worker, 0), StorageTier.DEVICE, parent, block, block);
  }

  /** A cleared rank is still seen and holds nothing. */
  private static void requireCleared(ReferenceRouter router) {
    for (int worker = 0; worker < WORKERS; worker++) {
      OptionalLong blocks = router.residentBlocks(new WorkerWithDpRank(worker, 0));
      if (!blocks.equals(OptionalLong.of(0))) {
        throw new AssertionError("worker " + worker + " holds " + blocks + " after its clear");
      }
    }
  }

  /** The first store of each of 10,000 ranks, by a router that keeps counts: the best of three. */
  private static double registerMillis() {
    double best = Double.POSITIVE_INFINITY;
    for (int trial = 0; trial < 3; trial++) {
      ReferenceRouter router = router(true);
      long start = System.nanoTime();
      for (int worker = 0; worker < REGISTERED; worker++) {
        router.apply(stored(worker, OptionalLong.empty(), 1));
      }
      best = Math.min(best, (System.nanoTime() - start) / 1e6);
      int known = router.residentCounts().ranks().size();
      if (known != REGISTERED) {
        throw new AssertionError(known + " ranks have a counter, not " + REGISTERED);
      }
    }
    return best;
  }
}
