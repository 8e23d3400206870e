package kvproof.oracles.scheduling;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import kvproof.model.AffinityTarget;
import kvproof.model.RequestConstraints;
import kvproof.model.SelectionError;
import kvproof.model.SelectionError.AllEligibleWorkersOverloaded;
import kvproof.model.SelectionError.NoEndpoints;
import kvproof.model.SelectionError.PinnedWorkerNotAllowed;
import kvproof.model.SelectionError.PinnedWorkerOverloaded;
import kvproof.model.WorkerWithDpRank;

/**
 * The ranks that the default policy compares, or why there are none: selection 1.6 and 1.7.
 *
 * @param ranks by rank; empty exactly if there is an error
 */
record Candidates(List<WorkerWithDpRank> ranks, Optional<SelectionError> error) {

  static Candidates of(Fleet fleet, RequestConstraints constraints) {
    return constraints
        .pin()
        .map(pin -> pinned(fleet, constraints, pin))
        .orElseGet(() -> free(fleet, constraints));
  }

  private static Candidates pinned(
      Fleet fleet, RequestConstraints constraints, WorkerWithDpRank pin) {
    if (!Fleet.isAllowed(pin.workerId(), constraints)) {
      return none(new PinnedWorkerNotAllowed(pin.workerId()));
    }
    if (!fleet.mayRun(pin, constraints)) {
      return none(new NoEndpoints());
    }
    return fleet.isOverloaded(pin)
        ? none(new PinnedWorkerOverloaded(pin.workerId()))
        : some(List.of(pin));
  }

  private static Candidates free(Fleet fleet, RequestConstraints constraints) {
    List<WorkerWithDpRank> mayRun = fleet.mayRun(constraints);
    List<WorkerWithDpRank> eligible =
        mayRun.stream().filter(rank -> !fleet.isOverloaded(rank)).toList();
    if (eligible.isEmpty()) {
      return none(mayRun.isEmpty() ? new NoEndpoints() : new AllEligibleWorkersOverloaded());
    }
    List<WorkerWithDpRank> wished =
        eligible.stream()
            .filter(rank -> constraints.affinity().map(to -> isOf(to, rank)).orElse(false))
            .toList();
    return some(wished.isEmpty() ? eligible : wished);
  }

  private static boolean isOf(AffinityTarget target, WorkerWithDpRank rank) {
    OptionalInt dpRank = target.dpRank();
    return target.workerId() == rank.workerId()
        && (dpRank.isEmpty() || dpRank.getAsInt() == rank.dpRank());
  }

  private static Candidates some(List<WorkerWithDpRank> ranks) {
    return new Candidates(ranks, Optional.empty());
  }

  private static Candidates none(SelectionError error) {
    return new Candidates(List.of(), Optional.of(error));
  }
}
