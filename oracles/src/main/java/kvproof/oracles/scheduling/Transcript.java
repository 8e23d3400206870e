package kvproof.oracles.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kvproof.model.Admission;
import kvproof.model.KvHint;
import kvproof.model.SchedulingDecision;
import kvproof.model.SchedulingDecision.Answered;
import kvproof.model.SchedulingDecision.Chosen;
import kvproof.model.SchedulingDecision.Refused;
import kvproof.model.SelectionError;
import kvproof.model.SelectionError.BadRequest;
import kvproof.model.SelectionError.BookingFailure;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Kind;
import org.jspecify.annotations.Nullable;

/**
 * What a scheduler decided in one step, read in order against what it had to decide.
 *
 * <p>Catches decisions that are missing, too many, out of order or of another kind. Once one
 * differs the rest is not read: it would be compared with the wrong thing.
 */
final class Transcript {
  private static final String NOTHING = "nothing";

  private final List<SchedulingDecision> decisions;
  private final List<Difference> differences = new ArrayList<>();
  private int position;

  Transcript(List<SchedulingDecision> decisions) {
    this.decisions = decisions;
  }

  List<Difference> differences() {
    return differences;
  }

  boolean isLost() {
    return !differences.isEmpty();
  }

  void differ(String part, Kind kind, String where, Object expected, Object actual) {
    differences.add(
        new Difference(
            part, kind, where, expected.toString(), "SchedulingOracle", actual.toString()));
  }

  void differ(String part, String where, Object expected, Object actual) {
    differ(part, Kind.WRONG_VALUE, where, expected, actual);
  }

  /** The next decision if it is a choice for that request; else null, and that is a difference. */
  @Nullable Chosen chosen(String requestId, Admission admission) {
    SchedulingDecision next = next("a choice for " + requestId, requestId);
    if (!(next instanceof Chosen chosen)) {
      if (next != null) {
        differ("error", requestId, "a choice for " + requestId, next);
      }
      return null;
    }
    if (chosen.admission() != admission) {
      differ("admission", requestId, admission, chosen.admission());
    }
    return chosen;
  }

  void refused(String requestId, SelectionError error) {
    SchedulingDecision next = next("refusal of " + requestId + ": " + error, requestId);
    if (next == null) {
      return;
    }
    if (!(next instanceof Refused refused) || !isSame(error, refused.error())) {
      differ("error", requestId, error, next);
    }
  }

  /** Reasons are for people, in whatever words. */
  private static boolean isSame(SelectionError expected, SelectionError actual) {
    return switch (expected) {
      case BookingFailure _ -> actual instanceof BookingFailure;
      case BadRequest _ -> actual instanceof BadRequest;
      default -> expected.equals(actual);
    };
  }

  void answered(String requestId, Optional<KvHint> hint) {
    SchedulingDecision next = next("an answer to " + requestId, requestId);
    if (next == null) {
      return;
    }
    if (!(next instanceof Answered answered)) {
      differ("answer", requestId, "an answer to " + requestId, next);
    } else if (!answered.hint().equals(hint)) {
      differ("hint", requestId, text(hint), text(answered.hint()));
    }
  }

  private static String text(Optional<KvHint> hint) {
    return hint.map(KvHint::toJson).orElse("no hint");
  }

  /** Nothing more must have been decided. */
  void end() {
    if (!isLost() && position < decisions.size()) {
      SchedulingDecision extra = decisions.get(position);
      differ("queue-order", extra.requestId(), NOTHING, extra);
    }
  }

  private @Nullable SchedulingDecision next(String expected, String requestId) {
    if (isLost()) {
      return null;
    }
    if (position == decisions.size()) {
      differ("queue-order", requestId, expected, NOTHING);
      return null;
    }
    SchedulingDecision next = decisions.get(position);
    position++;
    if (!next.requestId().equals(requestId)) {
      differ("queue-order", requestId, expected, next);
      return null;
    }
    return next;
  }
}
