package kvproof.benchmarks.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import kvproof.router.lane.LaneCopies;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LookUpsBesideTest {
  private static final int WARM_ROUNDS = 20;

  private static final EventStream STREAM =
      EventStream.simulate(
          20,
          IntStream.range(0, 100)
              .mapToObj(number -> new EventStream.Served(number % 5, new long[] {1, 2, 3 + number}))
              .toList());

  /** Their look-ups take a million times as long as the others, and so do their streams. */
  @Test
  void roundsOfWarmUpDoNotCount() throws InterruptedException {
    AtomicInteger played = new AtomicInteger();

    LookUpsTimed timed =
        new LookUpsBeside(STREAM, 1_000, LaneCopies.ONE)
            .time(
                3,
                rate -> {
                  long nanos = played.getAndIncrement() < WARM_ROUNDS ? 1_000_000_000 : 1_000;
                  rate.fromDue().recordValue(nanos);
                  rate.callAlone().recordValue(nanos);
                  return nanos;
                });

    assertThat(played).hasValue(WARM_ROUNDS + 3);
    assertThat(timed.lookUps()).isEqualTo(3);
    assertThat(timed.worst()).isBetween(1.0, 1.01);
    assertThat(timed.callP999()).isBetween(1.0, 1.01);
    assertThat(timed.blocksPerSecond()).isEqualTo(STREAM.blocks() * 1e6);
  }

  @ParameterizedTest
  @EnumSource
  void lookUpsAreMadeWhileALaneApplies(LaneCopies copies) throws InterruptedException {
    LookUpsTimed timed = new LookUpsBeside(STREAM, 1_000_000, copies).time(2);

    assertThat(timed.copies()).isEqualTo(copies.count());

    assertThat(timed.lookUps()).isPositive();
    assertThat(timed.p50()).isPositive();
    assertThat(timed.blocksPerSecond()).isPositive();
  }
}
