package kvproof.router.membership;

import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import kvproof.model.RequestConstraints;
import kvproof.model.WorkerWithDpRank;

/** Says which workers should serve an adapter; the host's side of selection 7.5. */
@FunctionalInterface
public interface LoraFilter {

  /**
   * The workers for an adapter.
   *
   * @param universe the workers in question, by id, unsigned; must not be changed
   * @return any of them; empty: it does not matter. Others are ignored
   */
  SortedSet<Long> workersFor(String adapter, SortedSet<Long> universe);

  /**
   * Narrows a request with an adapter to the workers for it.
   *
   * <p>The universe is the request's allow-list, or all published workers if it has none. A pin in
   * it stays allowed. If the filter names nobody of it, the constraints stay as they are.
   */
  default RequestConstraints narrow(
      RequestConstraints constraints, String adapter, PublishedPartition partition) {
    SortedSet<Long> universe =
        constraints.allowedWorkers().orElseGet(() -> partition.table().workerIds());
    SortedSet<Long> narrowed = new TreeSet<>(Long::compareUnsigned);
    narrowed.addAll(workersFor(adapter, universe));
    narrowed.retainAll(universe);
    if (narrowed.isEmpty()) {
      return constraints;
    }
    Optional<WorkerWithDpRank> pin = constraints.pin();
    if (pin.isPresent() && universe.contains(pin.get().workerId())) {
      narrowed.add(pin.get().workerId());
    }
    return constraints.withAllowedWorkers(narrowed);
  }
}
