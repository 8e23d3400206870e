package kvproof.router.membership;

import java.util.List;

/**
 * A worker as the catalog lists it.
 *
 * @param reasons why it is incomplete; empty in every other state
 */
public record WorkerStatus(
    WorkerRegistration registration, WorkerState state, List<IncompleteReason> reasons) {
  public WorkerStatus {
    reasons = List.copyOf(reasons);
  }
}
