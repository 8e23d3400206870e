package kvproof.benchmarks.selection;

import java.util.Random;
import java.util.stream.IntStream;
import kvproof.model.Admission;
import kvproof.model.BlockHashes;
import kvproof.model.CostWeights;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.index.ResidentCounts;
import kvproof.router.policy.DefaultCost;
import kvproof.router.policy.DefaultPicker;
import kvproof.router.policy.DefaultPolicy;
import kvproof.router.policy.PolicyRun;
import kvproof.router.policy.RandomSource;
import kvproof.router.policy.SelectionContext;
import kvproof.router.policy.SessionContext;
import kvproof.router.policy.WorkerSelectionPolicy;

/**
 * A policy over the candidates of one case; a call is one whole run of it. For one thread, but for
 * {@link #rewrite}.
 */
final class TimedPolicy {
  private static final int PROMPT_TOKENS = 2_048;

  private final ArrayInputs inputs;
  private final WorkerSelectionPolicy policy;
  private final ResidentCounts counts = new ResidentCounts();
  private final SelectionRequest request =
      SelectionRequest.of("timed", Admission.QUERY, BlockHashes.empty(), PROMPT_TOKENS);
  private final SelectionContext context = new SelectionContext();
  private final PolicyRun run = new PolicyRun();

  TimedPolicy(SelectionCase timed) {
    if (timed.kind() != SelectionCase.Kind.DEFAULT) {
      fill(timed.workers());
    }
    inputs =
        new ArrayInputs(
            timed.workers(), timed.kind() == SelectionCase.Kind.DEFAULT ? null : counts.view());
    policy = policy(timed);
  }

  /** Ranks appear in another order than they are read, as they do in a running system. */
  private void fill(int workers) {
    int[] order = IntStream.range(0, workers).toArray();
    var random = new Random(7);
    for (int i = workers - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int kept = order[i];
      order[i] = order[other];
      order[other] = kept;
    }
    for (int worker : order) {
      counts.set(new WorkerWithDpRank(worker, 0), worker % 97);
    }
  }

  private static WorkerSelectionPolicy policy(SelectionCase timed) {
    CostWeights usual = CostWeights.defaults();
    var weights =
        new CostWeights(
            usual.overlapCredit(),
            timed.decay(),
            usual.prefillScale(),
            usual.activeRequest(),
            usual.hostHit(),
            usual.diskHit(),
            usual.sharedHit());
    RandomSource random = RandomSource.splitMix(42);
    if (timed.kind().isDefault()) {
      return DefaultPolicy.create(weights, timed.temperature(), false, random);
    }
    return WorkerSelectionPolicy.builder()
        .scorer(new DefaultCost(weights, false))
        .scorer(new CountScorer(timed.kind().reads()))
        .picker(new DefaultPicker(timed.temperature(), random))
        .exclusive()
        .build();
  }

  /** The chosen candidate, which is the worker's id. */
  int select() {
    context.begin(request, SessionContext.none(), ArrayInputs.BLOCK_TOKENS, true);
    return run.run(policy, inputs, context);
  }

  /** Cost of the last choice. */
  double cost() {
    return run.cost();
  }

  /** Gives every counter a new value; for another thread, while the first one selects. */
  void rewrite(long value) {
    for (int worker = 0; worker < inputs.candidateCount(); worker++) {
      counts.set(inputs.rank(worker), value + worker);
    }
  }
}
