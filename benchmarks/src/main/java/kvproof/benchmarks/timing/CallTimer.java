package kvproof.benchmarks.timing;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Times single calls, one sample a call: the clock is read before and after it.
 *
 * <p>What the two readings cost is in every sample; {@link #emptySampleNanos} tells how much that
 * is. Allocates nothing while it samples. For one thread.
 */
public final class CallTimer {
  private final LongSupplier clock;
  private final LongSupplier work;
  private final long[] samples = new long[TimingPlan.MAX_CALLS];

  /** Where results go, so that no call is left out by the compiler. */
  private int results;

  /**
   * @param clock nanoseconds that never go back
   * @param work nanoseconds that this thread has been running, where others run too
   */
  public CallTimer(LongSupplier clock, LongSupplier work) {
    this.clock = clock;
    this.work = work;
  }

  /** By the clocks of this machine. */
  public static CallTimer ofThisThread() {
    return new CallTimer(
        System::nanoTime, ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime);
  }

  public Latency time(TimingPlan plan, IntSupplier call) {
    List<LatencyRound> rounds = new ArrayList<>();
    for (int round = 0; round < plan.rounds(); round++) {
      rounds.add(LatencyRound.ofNanos(samples, sample(plan, call)));
    }
    return new Latency(rounds);
  }

  private int sample(TimingPlan plan, IntSupplier call) {
    int calls = 0;
    int result = 0;
    long begin = clock.getAsLong();
    long after = begin;
    while (calls < plan.minCalls()
        || (calls < TimingPlan.MAX_CALLS && after - begin < plan.roundNanos())) {
      long before = clock.getAsLong();
      result ^= call.getAsInt();
      after = clock.getAsLong();
      samples[calls++] = after - before;
    }
    results ^= result;
    return calls;
  }

  /** Calls until they have run for {@code nanos}, without keeping a sample. */
  public void warm(long nanos, IntSupplier call) {
    long begin = work.getAsLong();
    int result = 0;
    do {
      for (int i = 0; i < 16; i++) {
        result ^= call.getAsInt();
      }
    } while (work.getAsLong() - begin < nanos);
    results ^= result;
  }

  /** What a sample of nothing shows, in nanoseconds: the median of many. */
  public long emptySampleNanos() {
    return Math.round(
        1_000
            * time(new TimingPlan(1, 0, TimingPlan.MAX_CALLS), () -> 0).rounds().getFirst().p50());
  }

  /** All results so far, mixed; of no meaning. */
  public int results() {
    return results;
  }
}
