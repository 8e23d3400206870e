package kvproof.events;

/**
 * How a replay ended, and how many batches had come by then.
 *
 * <p>Only {@link Complete} says that the source has no more; whether what it had was all that was
 * missed shows in the sequence numbers.
 */
public sealed interface ReplayEnd {
  long batches();

  /** The end marker came. */
  record Complete(long batches) implements ReplayEnd {}

  /** Nothing came for too long. */
  record TimedOut(long batches) implements ReplayEnd {}

  /** A reply was in no layout that is known. */
  record Malformed(long batches, FrameProblem problem) implements ReplayEnd {}

  /** The one who asked wants no more. */
  record Cancelled(long batches) implements ReplayEnd {}

  /** The connection cannot be used; {@code reason} is for people. */
  record Failed(long batches, String reason) implements ReplayEnd {}
}
