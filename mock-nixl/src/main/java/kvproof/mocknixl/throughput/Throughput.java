package kvproof.mocknixl.throughput;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import kvproof.mocknixl.InProcessFabric;
import kvproof.mocknixl.net.NettyFabric;
import kvproof.mocknixl.throughput.WriteRound.Destination;
import kvproof.mocknixl.throughput.WriteRound.Waiting;

/**
 * Bytes a second of WRITE requests, and of the plainest thing that moves the same bytes: the
 * medians of rounds that took turns.
 *
 * @param blocks descriptors of a request
 * @param blockBytes bytes of each
 */
public record Throughput(
    int blocks, int blockBytes, double agentBytesPerSecond, double baselineBytesPerSecond) {
  private static final int LEAST_ROUNDS = 3;
  private static final int MOST_ROUNDS = 1_000;
  private static final int WARM_ROUNDS = 2;
  private static final long NAP_NANOS = 20_000;

  /** No round takes a tenth of it. */
  private static final Duration ROUND_PATIENCE = Duration.ofSeconds(20);

  /** One request, or what is measured beside it: moves all blocks once, and returns when it has. */
  interface Round extends AutoCloseable {
    void run();

    /**
     * Looks at every byte of what the rounds left since the last check, and erases it; {@link
     * IllegalStateException} if one is wrong. Rounds write over each other, so it is the last
     * one's. Nobody measures how long it takes.
     */
    void check();

    @Override
    void close();
  }

  /** Of agent and baseline: 1 if it is as fast as the plain thing. */
  public double share() {
    return agentBytesPerSecond / baselineBytesPerSecond;
  }

  /**
   * Agents of one process beside copies between two runs of native memory.
   *
   * <p>Real blocks are moved, and their bytes are looked at before and after what is measured.
   *
   * @param patience about how long to go on; at least three rounds of each are run
   */
  public static Throughput inProcess(int blocks, int blockBytes, Duration patience) {
    InProcessFabric fabric = new InProcessFabric();
    try (ReceivedBlocks into = ReceivedBlocks.at(fabric.agent("far"), blocks, blockBytes);
        WriteRound agent =
            WriteRound.to(
                Destination.of(into, blocks, blockBytes),
                fabric.agent("near"),
                new Waiting(() -> {}, ROUND_PATIENCE));
        CopyRound baseline = new CopyRound(blocks, blockBytes)) {
      return measure(blocks, blockBytes, patience, agent, baseline);
    }
  }

  /**
   * An agent of this process that writes into another process over TCP, beside a plain Netty
   * connection between the same two processes, which counts the bytes at its other end.
   *
   * @param far of a {@link FarEnd} for as many blocks of that size
   * @param takeRightBlocks what {@link FarEnd#takeRightBlocks} answers there
   * @param patience as for {@link #inProcess}
   */
  public static Throughput between(
      FarEnd.Address far,
      IntSupplier takeRightBlocks,
      int blocks,
      int blockBytes,
      Duration patience) {
    var destination =
        new Destination(far.metadata(), far.region(), blocks, blockBytes, takeRightBlocks);
    try (NettyFabric fabric = new NettyFabric();
        WriteRound agent =
            WriteRound.to(
                destination, fabric.agent("near"), new Waiting(Throughput::nap, ROUND_PATIENCE));
        PlainConnection baseline =
            new PlainConnection(far.plainPort(), blocks, blockBytes, ROUND_PATIENCE)) {
      return measure(blocks, blockBytes, patience, agent, baseline);
    }
  }

  static Throughput measure(
      int blocks, int blockBytes, Duration patience, Round agent, Round baseline) {
    for (int warm = 0; warm < WARM_ROUNDS; warm++) {
      agent.run();
      baseline.run();
    }
    check(agent, baseline);
    double[] agentRates = new double[MOST_ROUNDS];
    double[] baselineRates = new double[MOST_ROUNDS];
    long bytes = (long) blocks * blockBytes;
    long start = System.nanoTime();
    int rounds = 0;
    while (rounds < LEAST_ROUNDS
        || (rounds < MOST_ROUNDS && System.nanoTime() - start < patience.toNanos())) {
      agentRates[rounds] = rate(agent, bytes);
      baselineRates[rounds] = rate(baseline, bytes);
      rounds++;
    }
    check(agent, baseline);
    return new Throughput(
        blocks, blockBytes, median(agentRates, rounds), median(baselineRates, rounds));
  }

  private static void check(Round agent, Round baseline) {
    agent.check();
    baseline.check();
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
