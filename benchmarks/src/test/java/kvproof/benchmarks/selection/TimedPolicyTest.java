package kvproof.benchmarks.selection;

import static org.assertj.core.api.Assertions.assertThat;

import kvproof.benchmarks.selection.SelectionCase.Kind;
import kvproof.benchmarks.timing.AllocatedBytes;
import kvproof.router.ReferenceRouter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TimedPolicyTest {
  private static TimedPolicy policy(Kind kind, int workers) {
    return new TimedPolicy(new SelectionCase(kind, workers, 0, 0));
  }

  /** Prompt of 128 blocks; worker 31 has 124 of them, 31 waiting, and 31 decode blocks. */
  @Test
  void defaultPolicyChoosesTheWorkerThatTheCostSays() {
    TimedPolicy policy = policy(Kind.DEFAULT, 1_024);

    assertThat(policy.select()).isEqualTo(31);
    assertThat(policy.cost()).isEqualTo(128 + 31 - 124 + 31);
  }

  /** Worker 31 holds 31 blocks by its counter. */
  @Test
  void scorerThatReadsAddsTheCounts() {
    TimedPolicy policy = policy(Kind.READ, 32);

    policy.select();
    double before = policy.cost();
    policy.rewrite(1_000);
    policy.select();

    assertThat(policy(Kind.NOT_READ, 32).select()).isEqualTo(31);
    assertThat(policy.cost()).isGreaterThan(before + 900);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void warmSelectionAllocatesNothing(Kind kind) {
    TimedPolicy policy = policy(kind, 32);
    AllocatedBytes.perCall(20_000, policy::select);

    double least = Double.MAX_VALUE;
    for (int round = 0; round < 5; round++) {
      least = Math.min(least, AllocatedBytes.perCall(200, policy::select));
    }

    assertThat(least).isZero();
  }

  @Test
  void writerRewritesUntilItIsClosed() throws InterruptedException {
    TimedPolicy policy = policy(Kind.READ_BESIDE_WRITER, 2);
    policy.select();
    double first = policy.cost();
    try (var _ = CounterWriter.over(policy)) {
      double seen = first;
      while (seen <= first) {
        policy.select();
        seen = policy.cost();
      }
    }
    policy.select();
    double last = policy.cost();
    policy.select();

    assertThat(policy.cost()).isEqualTo(last);
  }

  @Test
  void storesThenClearsLeaveEveryWorkerEmpty() {
    var router = new ReferenceRouter();
    router.trackResidentBlocks();
    ResidentWriteTrial.storesThenClears().forEach(router::apply);

    assertThat(router.heldBlocks()).isEmpty();
    assertThat(router.residentCounts().ranks()).hasSize(128);
  }
}
