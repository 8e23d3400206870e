package kvproof.benchmarks.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CallTimerTest {
  private final AtomicLong nanos = new AtomicLong();
  private final CallTimer timer = new CallTimer(nanos::get, () -> nanos.get() / 2);

  private int call(long tookNanos) {
    nanos.addAndGet(tookNanos);
    return 1;
  }

  @Test
  void sampleIsWhatTheClockSaysOfOneCall() {
    Latency latency = timer.time(new TimingPlan(2, 0, 100), () -> call(3_000));

    assertThat(latency.rounds())
        .containsExactly(new LatencyRound(3, 3, 3, 3, 100), new LatencyRound(3, 3, 3, 3, 100));
  }

  @Test
  void slowestCallInAHundredIsThePercentileAndNotTheMedian() {
    AtomicLong calls = new AtomicLong();

    Latency latency =
        timer.time(
            new TimingPlan(1, 0, 200),
            () -> call(calls.incrementAndGet() % 50 == 0 ? 90_000 : 1_000));

    assertThat(latency.bestP50()).isEqualTo(1);
    assertThat(latency.bestP99()).isEqualTo(90);
  }

  @Test
  void roundEndsWithItsTimeOnceItHasEnoughCalls() {
    Latency latency = timer.time(new TimingPlan(1, 1_000_000, 5), () -> call(10_000));

    assertThat(latency.rounds().getFirst().calls()).isEqualTo(100);
  }

  @Test
  void warmingCallsUntilTheyHaveRunThatLongThemselves() {
    timer.warm(1_000_000, () -> call(10_000));

    assertThat(nanos.get()).isBetween(2_000_000L, 2_400_000L);
  }

  @Test
  void bestRoundIsTheFigureAndTheMedianTellsTheNoise() {
    var latency =
        new Latency(
            List.of(
                new LatencyRound(3, 9, 3, 1, 10),
                new LatencyRound(2, 4, 2, 1, 10),
                new LatencyRound(7, 8, 7, 1, 10)));

    assertThat(latency.bestP50()).isEqualTo(2);
    assertThat(latency.medianP50()).isEqualTo(3);
    assertThat(latency.bestP99()).isEqualTo(4);
    assertThat(latency.medianP99()).isEqualTo(8);
    assertThat(latency.bestTail()).isEqualTo(1);
  }

  @Test
  void medianOfAnEvenNumberLiesBetweenTheMiddleTwo() {
    assertThat(Medians.of(List.of(4.0, 1.0, 3.0, 2.0))).isEqualTo(2.5);
    assertThatThrownBy(() -> Medians.of(List.of())).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void allocationOfACallIsCountedToTheByte() {
    long[][] kept = new long[1][];

    double bytes =
        AllocatedBytes.perCall(
            100,
            () -> {
              kept[0] = new long[1_000];
              return kept[0].length;
            });

    assertThat(bytes).isEqualTo(8_016);
    assertThat(AllocatedBytes.perCall(100, () -> kept[0].length)).isZero();
  }

  @Test
  void floorReadsEveryHash() {
    assertThat(new HashPass(new long[] {1, 2, 4}).pass()).isEqualTo(Long.hashCode(7));
    assertThat(new HashPass(new long[] {1, 2, 5}).pass()).isEqualTo(Long.hashCode(6));
  }

  @Test
  void noiseLoopGoesOnFromWhereItStopped() {
    var loop = new NoiseLoop();

    assertThat(loop.getAsInt()).isNotEqualTo(loop.getAsInt());
  }
}
