package kvproof.benchmarks.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FixedRateTest {
  private static final int CALLS = 1_000;
  private static final long PERIOD = 1_000;
  private static final long STALL = 100_000;

  private final AtomicLong now = new AtomicLong();
  private int calls;

  /** Every look at the clock takes 10 ns, every call 100 ns but for one that stalls. */
  private FixedRate run(int stalled) {
    var rate = new FixedRate(() -> now.addAndGet(10), PERIOD);
    rate.run(
        () -> calls < CALLS,
        number -> {
          assertThat(number).isEqualTo(calls++);
          now.addAndGet(number == stalled ? STALL : 100);
        });
    return rate;
  }

  @Test
  void callsThatWaitBehindAStallAreLateThemselves() {
    FixedRate rate = run(500);

    // One call of a thousand stalls for a hundred periods, so about a hundred come too late.
    assertThat(rate.fromDue().getTotalCount()).isEqualTo(CALLS);
    assertThat(rate.fromDue().getValueAtPercentile(95)).isGreaterThan(STALL / 4);
    assertThat(rate.callAlone().getValueAtPercentile(99.8)).isLessThan(200);
  }

  @Test
  void withoutAStallBothSayTheSame() {
    FixedRate rate = run(-1);

    assertThat(rate.fromDue().getMaxValue()).isLessThan(200);
    assertThat(rate.callAlone().getMaxValue()).isLessThan(200);
  }

  /** The calls end during the stall of the last one: those that came due meanwhile are made. */
  @Test
  void callsThatWereDueBeforeTheEndAreMade() {
    var rate = new FixedRate(() -> now.addAndGet(10), PERIOD);
    long[] over = {Long.MAX_VALUE};
    rate.run(
        () -> now.get() < over[0],
        number -> {
          now.addAndGet(number == 10 ? STALL : 100);
          over[0] = number == 10 ? now.get() : over[0];
        });

    assertThat(rate.fromDue().getTotalCount()).isBetween(110L, 113L);
    assertThat(rate.fromDue().getValueAtPercentile(50)).isGreaterThan(STALL / 4);
  }

  @Test
  void noCallComesBeforeItIsDue() {
    run(-1);

    assertThat(now.get()).isGreaterThan((CALLS - 1) * PERIOD);
  }

  @Test
  void periodOfNothingIsRefused() {
    assertThatThrownBy(() -> new FixedRate(now::get, 0)).hasMessageContaining("0 ns");
  }
}
