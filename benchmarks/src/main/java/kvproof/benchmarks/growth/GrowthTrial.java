package kvproof.benchmarks.growth;

import java.util.ArrayList;
import java.util.List;
import kvproof.benchmarks.fixture.FilledRouter;
import kvproof.benchmarks.fixture.Inventory;
import kvproof.benchmarks.timing.CallTimer;
import kvproof.benchmarks.timing.TimingPlan;
import kvproof.benchmarks.trial.Operation;

/** Times one dimension within this process: all sizes are warmed before the first is timed. */
public final class GrowthTrial {
  private final CallTimer timer;
  private final TimingPlan plan;
  private final long warmNanos;

  /**
   * @param plan of each size
   * @param warmNanos calls before the first sample, for each size
   */
  public GrowthTrial(CallTimer timer, TimingPlan plan, long warmNanos) {
    this.timer = timer;
    this.plan = plan;
    this.warmNanos = warmNanos;
  }

  public GrowthCurve time(Dimension dimension, Operation operation) {
    List<FilledRouter> filled = new ArrayList<>();
    for (int size : dimension.sizes()) {
      FilledRouter router = new FilledRouter(dimension.inventory(size));
      timer.warm(warmNanos, () -> operation.call(router));
      filled.add(router);
    }
    List<GrowthPoint> points = new ArrayList<>();
    for (int i = 0; i < filled.size(); i++) {
      points.add(point(dimension.sizes().get(i), filled.get(i), operation));
    }
    return new GrowthCurve(dimension, points);
  }

  private GrowthPoint point(int size, FilledRouter router, Operation operation) {
    timer.warm(warmNanos / 2, () -> operation.call(router));
    double p50 = timer.time(plan, () -> operation.call(router)).bestP50();
    return new GrowthPoint(
        size, p50, router.sourceIntervals(), intervalsAllowed(router.inventory()));
  }

  /**
   * The root prefix of each source, and a continuation for each frontier that is none of its own.
   */
  static long intervalsAllowed(Inventory inventory) {
    long frontiers =
        inventory.devicePrefixes().stream()
            .filter(prefix -> prefix > 0 && prefix < inventory.blocks())
            .distinct()
            .count();
    return inventory.sources().size() * (frontiers + 1);
  }
}
