package kvproof.benchmarks.trial;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import kvproof.benchmarks.fixture.FilledRouter;
import kvproof.benchmarks.fixture.InventoryFixture;
import kvproof.benchmarks.timing.AllocatedBytes;
import kvproof.benchmarks.timing.CallTimer;
import kvproof.benchmarks.timing.HashPass;
import kvproof.benchmarks.timing.Latency;
import kvproof.benchmarks.timing.NoiseLoop;
import kvproof.benchmarks.timing.TimingPlan;

/**
 * Times the operation over some inventories, in the order given, within this process.
 *
 * <p>All of them are filled and warmed, with the loops beside them, before the first is timed, so
 * that what the compiler knows does not depend on the order.
 */
public final class InventoryTrial {
  /** Rounds of the two loops beside the operation. */
  private static final TimingPlan BESIDE = TimingPlan.ofMillis(3, 20);

  private static final int COUNTED_CALLS = 200;

  private final CallTimer timer;
  private final TimingPlan plan;
  private final long warmNanos;

  /**
   * @param plan of the operation
   * @param warmNanos calls before the first sample, for each inventory
   */
  public InventoryTrial(CallTimer timer, TimingPlan plan, long warmNanos) {
    this.timer = timer;
    this.plan = plan;
    this.warmNanos = warmNanos;
  }

  /** Times each of them; {@code operation} says what one call does with a filled router. */
  public List<TimedInventory> time(List<InventoryFixture> fixtures, Operation operation) {
    List<FilledRouter> filled = new ArrayList<>();
    for (InventoryFixture fixture : fixtures) {
      FilledRouter router = new FilledRouter(fixture.inventory());
      HashPass pass = new HashPass(router.inventory().localHashes().toArray());
      NoiseLoop loop = new NoiseLoop();
      timer.warm(warmNanos, () -> operation.call(router));
      timer.warm(warmNanos / 4, pass::pass);
      timer.warm(warmNanos / 4, loop);
      filled.add(router);
    }
    List<TimedInventory> timed = new ArrayList<>();
    for (int i = 0; i < fixtures.size(); i++) {
      timed.add(time(fixtures.get(i), filled.get(i), operation));
    }
    return timed;
  }

  private TimedInventory time(InventoryFixture fixture, FilledRouter router, Operation operation) {
    HashPass pass = new HashPass(router.inventory().localHashes().toArray());
    timer.warm(warmNanos / 4, pass::pass);
    Latency floor = timer.time(BESIDE, pass::pass);
    NoiseLoop loop = new NoiseLoop();
    timer.warm(warmNanos / 4, loop);
    Latency noise = timer.time(BESIDE, loop);
    timer.warm(warmNanos, () -> operation.call(router));
    Latency latency = timer.time(plan, () -> operation.call(router));
    double bytes = AllocatedBytes.perCall(COUNTED_CALLS, () -> operation.call(router));
    return new TimedInventory(
        fixture.number(),
        fixture.title(),
        latency,
        noise,
        Optional.of(floor),
        bytes,
        OptionalInt.of(router.intervals()));
  }
}
