package kvproof.oracles.scheduling;

import kvproof.model.Admission;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/**
 * A choice that its caller was not told of yet.
 *
 * @param booking null: the request books nothing
 */
record UnansweredChoice(
    SelectionRequest request,
    WorkerWithDpRank rank,
    StoredSource source,
    @Nullable Booking booking) {

  boolean isClaimOf(String id) {
    return request.admission() == Admission.BOOK && request.id().equals(id);
  }
}
