package kvproof.benchmarks.overload;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import kvproof.benchmarks.cpu.ThreadAffinity;
import kvproof.benchmarks.events.EndState;
import kvproof.benchmarks.events.EventStream;
import kvproof.model.KvCacheEvent;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.index.ResidentCountsHandle;
import kvproof.router.lane.LanedRouter;

/** One replay of a stream: threads take their places, the time runs, the index is checked. */
final class OverloadReplay {
  private final OverloadStream stream;
  private final OverloadCase trial;
  private final CpuPlan plan;

  OverloadReplay(OverloadStream stream, OverloadCase trial, CpuPlan plan) {
    this.stream = stream;
    this.trial = trial;
    this.plan = plan;
  }

  /**
   * What came of it.
   *
   * @param nanos from the start to the last event applied
   * @param issueNanos from the start to the last event handed over; 0: all were before
   * @param passesPerSecond of the reader; 0 without one
   * @param sum of what it read
   * @param places where each thread said that it was
   */
  record Replayed(
      long nanos, long issueNanos, double passesPerSecond, long sum, List<String> places) {}

  /** Throws {@link IllegalStateException} if a thread is not where it should be. */
  Replayed run() throws InterruptedException {
    int lanes = plan.lanes().cardinality();
    int threads = lanes + (plan.issues() ? 1 : 0) + (trial.hasReader() ? 1 : 0);
    var placement = new Placement(threads, ThreadAffinity::set, ThreadAffinity::read);
    try (var router = new LanedRouter(lanes)) {
      if (trial.tracks() && !router.trackResidentBlocks()) {
        throw new IllegalStateException("counts were asked for and are not kept");
      }
      placeLanes(router, placement);
      var reader = new CountReader(trial, router.lanes().residentCounts(), System::nanoTime);
      Thread reading = trial.hasReader() ? reading(reader, placement) : null;
      Issuer issuer = new Issuer(router, placement);
      if (plan.issues()) {
        issuer.thread.start();
      } else {
        stream.stream().events().forEach(router::enqueue);
      }
      List<String> places = placement.requireAll();
      long start = System.nanoTime();
      placement.start();
      issuer.awaitEnd();
      if (!router.flush()) {
        throw new IllegalStateException("a lane died");
      }
      long nanos = System.nanoTime() - start;
      reader.end();
      if (reading != null) {
        reading.join();
      }
      check(router);
      requireCounts(trial, stream.stream(), router.lanes().residentCounts());
      requireReads(trial, reader.sum());
      return new Replayed(
          nanos,
          issuer.nanos,
          trial.hasReader() ? reader.passesPerSecond() : 0,
          reader.sum(),
          places);
    }
  }

  /** Ranks are dealt to lanes in turn, so the first ranks stand for one lane each. */
  private void placeLanes(LanedRouter router, Placement placement) {
    List<BitSet> cpus = new ArrayList<>();
    plan.lanes().stream().forEach(cpu -> cpus.add(CpuPlan.only(cpu)));
    for (int lane = 0; lane < cpus.size(); lane++) {
      String name = String.format(Locale.ROOT, "lane %02d", lane);
      BitSet place = cpus.get(lane);
      router.enqueue(
          new WorkerWithDpRank(lane, 0),
          () -> {
            if (!placement.take(name, place)) {
              throw new IllegalStateException(name + " was aborted"); // ends the lane
            }
          });
    }
  }

  private Thread reading(CountReader reader, Placement placement) {
    return Thread.ofPlatform()
        .daemon()
        .name("reader")
        .start(
            () -> {
              if (placement.take("reader", plan.reader())) {
                reader.run();
              }
            });
  }

  /** Hands events over when they are due, or as soon after as it can. */
  private final class Issuer {
    private final Thread thread;
    private volatile long nanos;

    Issuer(LanedRouter router, Placement placement) {
      thread =
          Thread.ofPlatform()
              .daemon()
              .name("issuer")
              .unstarted(
                  () -> {
                    if (placement.take("issuer", plan.issuer())) {
                      issue(router);
                    }
                  });
    }

    private void issue(LanedRouter router) {
      long start = System.nanoTime();
      List<KvCacheEvent> events = stream.stream().events();
      for (int event = 0; event < events.size(); event++) {
        while (System.nanoTime() - start < stream.dueNanos()[event]) {
          Thread.onSpinWait();
        }
        router.enqueue(events.get(event));
      }
      nanos = System.nanoTime() - start;
    }

    void awaitEnd() throws InterruptedException {
      if (plan.issues()) {
        thread.join();
      }
    }
  }

  /** Each worker's counter is what its cache holds; untracked there is none. */
  static void requireCounts(OverloadCase trial, EventStream stream, ResidentCountsHandle counts) {
    for (int worker = 0; worker < EventStream.WORKERS; worker++) {
      var rank = new WorkerWithDpRank(worker, 0);
      OptionalLong actual = counts.blocks(rank);
      long held = stream.resident().get(worker).length;
      // A worker that never had a block has no counter, or one that says so.
      boolean isRight =
          trial.tracks()
              ? actual.orElse(0) == held && (held == 0 || actual.isPresent())
              : actual.isEmpty();
      if (!isRight) {
        throw new IllegalStateException(
            "%s: the counter of %s is %s, its cache holds %d"
                .formatted(trial.title(), rank, actual, held));
      }
    }
  }

  /** Who reads counters while blocks are stored must have read some. */
  static void requireReads(OverloadCase trial, long sum) {
    if (trial.reading() == OverloadCase.Reading.COUNTS && sum <= 0) {
      throw new IllegalStateException(trial.title() + ": the reader read no block, sum " + sum);
    }
  }

  private void check(LanedRouter router) {
    EventStream events = stream.stream();
    EndState end = EndState.of(events, StorageTier.DEVICE, EndState.of(router));
    if (!end.isRight()) {
      throw new IllegalStateException("the index is not what the caches hold: " + end);
    }
  }
}
