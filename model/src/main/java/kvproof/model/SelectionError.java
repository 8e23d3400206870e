package kvproof.model;

import java.util.Locale;

/** Why a request got no worker. */
public sealed interface SelectionError {

  /** Every eligible rank was rejected by a filter of the policy. */
  record AllEligibleWorkersFiltered() implements SelectionError {}

  /** Nobody is eligible, but someone would be if overload did not count. */
  record AllEligibleWorkersOverloaded() implements SelectionError {}

  record NoEndpoints() implements SelectionError {}

  /** The pin contradicts the allow-list or the affinity target. */
  record PinnedWorkerNotAllowed(long workerId) implements SelectionError {}

  record PinnedWorkerOverloaded(long workerId) implements SelectionError {}

  /** A scorer left a row out, or its contribution or the total is no finite number. */
  record NonFiniteCost(int scorer, int row) implements SelectionError {}

  record InvalidPickerRow(int row, int count) implements SelectionError {}

  /** A filter of the policy gave up. */
  record FilterFailed(int filter, String reason) implements SelectionError {}

  /** A component of the policy broke down: it threw something instead of an answer. */
  record PolicyFailed(String reason) implements SelectionError {}

  record DeadlineExceeded() implements SelectionError {}

  /** The class has as much parked as it may; nothing of the request was kept. */
  record QueueRejected(String policyClass, LimitKind limitKind, long current, long limit)
      implements SelectionError {}

  /** The queue was shut down. */
  record SubscriberShutdown() implements SelectionError {}

  /** The load could not be booked, such as under an id that is booked already. */
  record BookingFailure(String reason) implements SelectionError {}

  /** The id is reserved already. */
  record Conflict(String id) implements SelectionError {}

  /** The chosen rank left before the answer. */
  record SelectedWorkerGone(WorkerWithDpRank rank) implements SelectionError {}

  record InvalidClassification(String reason) implements SelectionError {}

  /** There is no partition, or no worker of it can be scheduled. */
  record NotReady() implements SelectionError {}

  record BadRequest(String reason) implements SelectionError {}

  /** Which limit of a class is reached. */
  enum LimitKind {
    REQUESTS,
    RAW_ISL_TOKENS,
    CACHED_TOKENS;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
