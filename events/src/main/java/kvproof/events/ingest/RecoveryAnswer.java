package kvproof.events.ingest;

import java.util.List;
import java.util.OptionalLong;

/** What a publisher answers to a {@link RangeRequest}, or what becomes of the request. */
public sealed interface RecoveryAnswer<E> {

  /**
   * What was asked for, to the newest.
   *
   * @param batches in their order; the first may lack events that a clear in it made void
   * @param superseded batches that are left out because a clear made them void
   */
  record Events<E>(List<NumberedEvents<E>> batches, int superseded, long newest)
      implements RecoveryAnswer<E> {
    public Events {
      batches = List.copyOf(batches);
    }
  }

  /**
   * What the publisher holds, in place of everything that the asker has of it.
   *
   * @param lastEventId where to go on after it, 0 if nothing was published; the dump may contain
   *     more
   */
  record Dump<E>(List<E> events, long lastEventId) implements RecoveryAnswer<E> {
    public Dump {
      events = List.copyOf(events);
    }
  }

  /** Nothing that far has been published. */
  record TooNew<E>(long start, long end, long newest) implements RecoveryAnswer<E> {}

  /** The end lies before the start. */
  record InvalidRange<E>(long start, long end) implements RecoveryAnswer<E> {}

  /** The publisher could not say what it holds; another time it may. */
  record DumpFailed<E>(long lastEventId, String message) implements RecoveryAnswer<E> {}

  /** No answer came; {@code reason} is for people. */
  record Unanswered<E>(OptionalLong start, String reason) implements RecoveryAnswer<E> {}
}
