package kvproof.router.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.CostWeights;
import kvproof.model.WorkerWithDpRank;

/** What the default policy makes of ranks. */
final class Costs {
  private Costs() {}

  static final boolean IS_DECODE = true;
  static final boolean IS_PREFILL = false;

  /** The default cost of each rank. */
  static SortedMap<WorkerWithDpRank, Double> of(
      CostWeights weights, boolean isDecode, Host host, SelectionContext context) {
    SortedMap<WorkerWithDpRank, Double> costs = new TreeMap<>();
    WorkerSelectionPolicy policy =
        WorkerSelectionPolicy.builder()
            .scorer(new DefaultCost(weights, isDecode))
            .picker(
                Components.looking(
                    InputSet.NONE,
                    rows -> {
                      for (int row = 0; row < rows.size(); row++) {
                        costs.put(rows.worker(row), rows.cost(row));
                      }
                    }))
            .build();
    assertThat(new PolicyRun().run(policy, host, context)).isEqualTo(0);
    return costs;
  }

  /** The default cost of rank 0 of a worker. */
  static double of(
      long worker, CostWeights weights, boolean isDecode, Host host, SelectionContext context) {
    return of(weights, isDecode, host, context).get(new WorkerWithDpRank(worker, 0));
  }

  /** Whom the default policy chooses at temperature 0. */
  static long chosen(CostWeights weights, boolean isDecode, Host host, SelectionContext context) {
    WorkerSelectionPolicy policy =
        DefaultPolicy.create(weights, 0, isDecode, RandomSource.splitMix(7));
    return host.rank(new PolicyRun().run(policy, host, context)).workerId();
  }
}
