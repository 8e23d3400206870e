package kvproof.router.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import kvproof.model.SelectionError;
import kvproof.model.SelectionError.AllEligibleWorkersFiltered;
import kvproof.model.SelectionError.AllEligibleWorkersOverloaded;
import kvproof.model.SelectionError.BadRequest;
import kvproof.model.SelectionError.BookingFailure;
import kvproof.model.SelectionError.Conflict;
import kvproof.model.SelectionError.DeadlineExceeded;
import kvproof.model.SelectionError.FilterFailed;
import kvproof.model.SelectionError.InvalidClassification;
import kvproof.model.SelectionError.InvalidPickerRow;
import kvproof.model.SelectionError.NoEndpoints;
import kvproof.model.SelectionError.NonFiniteCost;
import kvproof.model.SelectionError.NotReady;
import kvproof.model.SelectionError.PinnedWorkerNotAllowed;
import kvproof.model.SelectionError.PinnedWorkerOverloaded;
import kvproof.model.SelectionError.PolicyFailed;
import kvproof.model.SelectionError.QueueRejected;
import kvproof.model.SelectionError.SelectedWorkerGone;
import kvproof.model.SelectionError.SubscriberShutdown;

/**
 * How a failed selection is answered.
 *
 * @param status of HTTP
 * @param body JSON; says nothing of what happened inside where the status is 500
 */
public record ErrorResponse(int status, String body) {
  private static final int BAD_REQUEST = 400;
  private static final int CONFLICT = 409;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int INTERNAL_ERROR = 500;
  private static final int UNAVAILABLE = 503;

  /** A function of the error alone. */
  public static ErrorResponse of(SelectionError error) {
    return switch (error) {
      case BadRequest(String reason) -> of(BAD_REQUEST, reason);
      case PinnedWorkerNotAllowed(long workerId) ->
          of(BAD_REQUEST, "pinned worker " + Long.toUnsignedString(workerId) + " is not allowed");
      case Conflict(String id) -> of(CONFLICT, "'" + id + "' is reserved already");
      case BookingFailure(String reason) -> of(CONFLICT, "booking failed: " + reason);
      case AllEligibleWorkersOverloaded() ->
          of(TOO_MANY_REQUESTS, "all eligible workers are overloaded");
      case PinnedWorkerOverloaded(long workerId) ->
          of(
              TOO_MANY_REQUESTS,
              "pinned worker " + Long.toUnsignedString(workerId) + " is overloaded");
      case QueueRejected rejected -> new ErrorResponse(TOO_MANY_REQUESTS, body(rejected));
      case DeadlineExceeded() -> of(TOO_MANY_REQUESTS, "deadline exceeded");
      case NonFiniteCost _,
          InvalidPickerRow _,
          FilterFailed _,
          PolicyFailed _,
          SelectedWorkerGone _ ->
          of(INTERNAL_ERROR, "worker selection failed");
      case InvalidClassification _ -> of(INTERNAL_ERROR, "request classification failed");
      case NoEndpoints() -> of(UNAVAILABLE, "no worker is eligible");
      case NotReady() -> of(UNAVAILABLE, "no worker is ready");
      case AllEligibleWorkersFiltered() ->
          of(UNAVAILABLE, "the policy filtered every eligible worker");
      case SubscriberShutdown() -> of(UNAVAILABLE, "shutting down");
    };
  }

  private static ErrorResponse of(int status, String message) {
    return new ErrorResponse(status, object().put("error", message).toString());
  }

  private static String body(QueueRejected rejected) {
    return object()
        .put("policy_class", rejected.policyClass())
        .put("limit_kind", rejected.limitKind().wireName())
        .put("current", rejected.current())
        .put("limit", rejected.limit())
        .toString();
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }
}
