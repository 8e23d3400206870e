package kvproof.oracles.scheduling;

import kvproof.model.Admission;
import kvproof.model.SelectionRequest;

/**
 * One submitted request. Requests may look alike, and an id may come back while an older caller of
 * the same id waits for its answer; a selection is never another one.
 *
 * @param number larger than that of every selection before
 */
record Selection(SelectionRequest request, long number) {

  String id() {
    return request.id();
  }

  /** Of all kinds a reservation alone has its id to itself. */
  boolean claims() {
    return request.admission() == Admission.BOOK;
  }

  /** Load is booked for it, candidates are kept for it and a hint is built. */
  boolean books() {
    return request.admission() == Admission.BOOK || request.admission() == Admission.LEASE;
  }

  /** Chosen and answered as it comes, past the queue. */
  boolean isAdvisory() {
    return request.admission() == Admission.ADVISORY;
  }
}
