package kvproof.benchmarks.events;

import java.util.ArrayList;
import java.util.List;

/**
 * How fast one process took one stream, in blocks a second.
 *
 * @param stream key of its kind
 * @param tier {@code device} or {@code host_pinned}
 * @param lanes threads that apply events; 0: none but the caller's
 * @param copies of everything behind lanes
 * @param pool of each round, from the first event handed over to the last applied
 * @param drain the same with queues that were filled before
 * @param drainPerCpuSecond blocks of a drain over the processor time of all threads meanwhile
 */
record EventsTimed(
    String stream,
    String tier,
    int lanes,
    int copies,
    List<Double> pool,
    List<Double> drain,
    List<Double> drainPerCpuSecond) {
  private static final double NANOS_PER_SECOND = 1e9;

  EventsTimed {
    pool = List.copyOf(pool);
    drain = List.copyOf(drain);
    drainPerCpuSecond = List.copyOf(drainPerCpuSecond);
  }

  /** Collects the rounds from 0 on; those before are warm-up. */
  static final class Builder {
    private final String stream;
    private final String tier;
    private final Feed feed;
    private final long blocks;
    private final List<Double> pool = new ArrayList<>();
    private final List<Double> drain = new ArrayList<>();
    private final List<Double> drainPerCpuSecond = new ArrayList<>();

    Builder(String stream, String tier, Feed feed, long blocks) {
      this.stream = stream;
      this.tier = tier;
      this.feed = feed;
      this.blocks = blocks;
    }

    void pool(int round, Feed.Fed fed) {
      if (round >= 0) {
        pool.add(rate(fed.nanos()));
      }
    }

    void drain(int round, Feed.Fed fed) {
      if (round >= 0) {
        drain.add(rate(fed.nanos()));
        drainPerCpuSecond.add(rate(fed.cpuNanos()));
      }
    }

    private double rate(long nanos) {
      return blocks * NANOS_PER_SECOND / Math.max(nanos, 1);
    }

    EventsTimed build() {
      return new EventsTimed(
          stream, tier, feed.lanes(), feed.copies().count(), pool, drain, drainPerCpuSecond);
    }
  }
}
