package kvproof.mocknixl.throughput;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import kvproof.mocknixl.InProcessFabric;
import kvproof.mocknixl.net.NettyFabric;

/**
 * Bytes a second of WRITE requests, and of the plainest thing that moves the same bytes: the
 * medians of rounds that took turns.
 *
 * @param blocks descriptors of a request
 * @param blockBytes bytes of each
 */
public record Throughput(
    int blocks, long blockBytes, double agentBytesPerSecond, double baselineBytesPerSecond) {
  private static final int LEAST_ROUNDS = 3;
  private static final int MOST_ROUNDS = 1_000;
  private static final int WARM_ROUNDS = 2;
  private static final long NAP_NANOS = 20_000;

  /** One request, or what is measured beside it: moves all blocks once, and returns when it has. */
  interface Round extends AutoCloseable {
    void run();

    @Override
    void close();
  }

  /** Of agent and baseline: 1 if it is as fast as the plain thing. */
  public double share() {
    return agentBytesPerSecond / baselineBytesPerSecond;
  }

  /**
   * Agents of one process beside copies between the same pieces of memory.
   *
   * @param patience about how long to go on; at least three rounds of each are run
   */
  public static Throughput inProcess(int blocks, long blockBytes, Duration patience) {
    InProcessFabric fabric = new InProcessFabric();
    try (WriteRound agent =
            WriteRound.between(
                fabric.agent("near"), fabric.agent("far"), blocks, blockBytes, () -> {});
        CopyRound baseline = new CopyRound(blocks, blockBytes)) {
      return measure(blocks, blockBytes, patience, agent, baseline);
    }
  }

  /**
   * Agents over TCP on the loopback address beside a plain Netty connection that sends the same
   * bytes and counts them at the other end.
   *
   * @param patience as for {@link #inProcess}
   */
  public static Throughput loopback(int blocks, long blockBytes, Duration patience) {
    try (NettyFabric fabric = new NettyFabric();
        WriteRound agent =
            WriteRound.between(
                fabric.agent("near"), fabric.agent("far"), blocks, blockBytes, Throughput::nap);
        PlainLoopback baseline = new PlainLoopback(blocks, blockBytes)) {
      return measure(blocks, blockBytes, patience, agent, baseline);
    }
  }

  private static Throughput measure(
      int blocks, long blockBytes, Duration patience, Round agent, Round baseline) {
    double[] agentRates = new double[MOST_ROUNDS];
    double[] baselineRates = new double[MOST_ROUNDS];
    long bytes = blocks * blockBytes;
    for (int warm = 0; warm < WARM_ROUNDS; warm++) {
      agent.run();
      baseline.run();
    }
    long start = System.nanoTime();
    int rounds = 0;
    while (rounds < LEAST_ROUNDS
        || (rounds < MOST_ROUNDS && System.nanoTime() - start < patience.toNanos())) {
      agentRates[rounds] = rate(agent, bytes);
      baselineRates[rounds] = rate(baseline, bytes);
      rounds++;
    }
    return new Throughput(
        blocks, blockBytes, median(agentRates, rounds), median(baselineRates, rounds));
  }

  /** So that who waits does not take the core of who works. */
  static void nap() {
    LockSupport.parkNanos(NAP_NANOS);
  }

  private static double rate(Round round, long bytes) {
    long start = System.nanoTime();
    round.run();
    return bytes * 1e9 / Math.max(1, System.nanoTime() - start);
  }

  private static double median(double[] rates, int rounds) {
    double[] sorted = Arrays.copyOf(rates, rounds);
    Arrays.sort(sorted);
    return sorted[rounds / 2];
  }
}
