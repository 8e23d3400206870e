package kvproof.soak.dataplane.run;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import kvproof.soak.dataplane.timeline.TimelineEvent;
import kvproof.soak.dataplane.timeline.TimelineEvent.Kind;

/**
 * What a source says of the one operation that it had in a case, by its timeline so far.
 *
 * @param hasPosted whether a byte of a write was posted
 * @param isSuccess whether the operation ended, and well
 * @param isUncertain whether the source gave its framework's memory back in doubt
 * @param isWriteInDoubt whether its write failed and may still be under way
 */
record SourceAccount(
    boolean isAccepted,
    boolean hasPosted,
    boolean hasEnded,
    boolean isSuccess,
    boolean isUncertain,
    boolean isWriteInDoubt) {

  static SourceAccount of(List<TimelineEvent> events) {
    Set<String> steps = whats(events, Kind.STEP);
    boolean isSuccess = steps.contains(TimelineEvent.ENDED_WELL);
    return new SourceAccount(
        steps.contains(TimelineEvent.ACCEPTED),
        events.stream().anyMatch(event -> event.kind() == Kind.WRITE_POSTED && event.bytes() > 0),
        isSuccess || steps.contains(TimelineEvent.ENDED_BADLY),
        isSuccess,
        steps.contains(TimelineEvent.UNCERTAIN),
        whats(events, Kind.WRITE_ENDED).contains(TimelineEvent.WRITE_NOT_QUIET));
  }

  private static Set<String> whats(List<TimelineEvent> events, Kind kind) {
    return events.stream()
        .filter(event -> event.kind() == kind)
        .map(TimelineEvent::what)
        .collect(Collectors.toSet());
  }

  /** Whether the source is done, or never began, and was never in doubt about it. */
  boolean isOver() {
    return hasEnded == isAccepted && !isUncertain;
  }
}
