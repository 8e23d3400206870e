package kvproof.benchmarks.events;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import kvproof.benchmarks.cpu.ProcessClock;
import kvproof.model.KvCacheEvent;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.ReferenceRouter;
import kvproof.router.lane.LaneCopies;
import kvproof.router.lane.LaneThreads;
import kvproof.router.lane.LanedRouter;

/**
 * How events reach a router, and how long all of them take. Every call begins with an empty router.
 *
 * @param title of a figure
 * @param lanes threads that apply events; 0: the thread that has them does
 * @param copies of everything behind lanes: with two no look-up waits for an event
 */
record Feed(String title, int lanes, LaneCopies copies) {
  static final List<Feed> ALL =
      List.of(
          new Feed("no lane", 0, LaneCopies.ONE),
          new Feed("one lane, one copy", 1, LaneCopies.ONE),
          new Feed("two lanes, one copy", 2, LaneCopies.ONE),
          new Feed("one lane, two copies", 1, LaneCopies.TWO),
          new Feed("two lanes, two copies", 2, LaneCopies.TWO));

  private LanedRouter router() {
    return new LanedRouter(lanes, LaneThreads.SYSTEM, copies);
  }

  /**
   * What came of one feed; the caller closes it.
   *
   * @param nanos that it took
   * @param cpuNanos processor time of all threads of this process meanwhile
   */
  record Fed(long nanos, long cpuNanos, EndState.Applied router, Runnable closer)
      implements AutoCloseable {
    @Override
    public void close() {
      closer.run();
    }
  }

  private static final class Watch {
    private final long cpu = ProcessClock.nanos();
    private final long start = System.nanoTime();

    Fed stop(EndState.Applied router, Runnable closer) {
      long nanos = System.nanoTime() - start;
      return new Fed(nanos, ProcessClock.nanos() - cpu, router, closer);
    }
  }

  /** From the first event handed over until all are applied. */
  Fed pool(List<KvCacheEvent> events) {
    if (lanes == 0) {
      return alone(events);
    }
    LanedRouter router = router();
    var watch = new Watch();
    events.forEach(router::enqueue);
    flush(router);
    return watch.stop(EndState.of(router), router::close);
  }

  private static Fed alone(List<KvCacheEvent> events) {
    var router = new ReferenceRouter();
    var watch = new Watch();
    for (KvCacheEvent event : events) {
      router.apply(event);
    }
    return watch.stop(EndState.of(router), () -> {});
  }

  /** All events wait in the queues before the lanes begin: the lanes alone. */
  Fed drain(List<KvCacheEvent> events) throws InterruptedException {
    if (lanes == 0) {
      return alone(events);
    }
    LanedRouter router = router();
    CountDownLatch gate = held(router, lanes);
    events.forEach(router::enqueue);
    var watch = new Watch();
    gate.countDown();
    flush(router);
    return watch.stop(EndState.of(router), router::close);
  }

  /** Every lane waits for the gate that is returned; ranks are dealt to lanes in turn. */
  static CountDownLatch held(LanedRouter router, int lanes) throws InterruptedException {
    var gate = new CountDownLatch(1);
    var waiting = new CountDownLatch(lanes);
    for (int lane = 0; lane < lanes; lane++) {
      router.enqueue(
          new WorkerWithDpRank(lane, 0),
          () -> {
            waiting.countDown();
            await(gate);
          });
    }
    waiting.await();
    return gate;
  }

  private static void await(CountDownLatch gate) {
    try {
      gate.await();
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException("a lane was interrupted", interrupted);
    }
  }

  private static void flush(LanedRouter router) {
    if (!router.flush()) {
      throw new IllegalStateException("a lane died: " + router.lanes().failure(0));
    }
  }
}
