package kvproof.soak.dataplane.run;

import kvproof.model.BlockHashes;
import kvproof.model.FetchFault.Kind;
import kvproof.model.WorkerWithDpRank;
import kvproof.oracles.FetchExpectation;
import kvproof.soak.dataplane.plan.FetchPlan;

/**
 * One case once its hint is there.
 *
 * @param source who is asked
 * @param hinted the blocks of the hint, {@code lacking} those that the target does not hold
 */
record TrialScene(
    FetchPlan plan,
    Stage stage,
    FaultArrangement arrangement,
    WorkerWithDpRank source,
    BlockHashes hinted,
    BlockHashes lacking,
    FetchExpectation expected,
    Findings findings) {

  /** The request that the hint is for. */
  String requestId() {
    return "fetch-" + plan.number();
  }

  /** The process in which the target runs. */
  ServiceClient target() {
    return stage.process(plan.target());
  }

  /** The process in which the one that is asked runs. */
  ServiceClient asked() {
    return stage.process(source);
  }

  /** Whether this is the fault of the case. */
  boolean isFault(Kind kind) {
    return plan.fault().filter(fault -> fault.kind() == kind).isPresent();
  }
}
