package kvproof.events.ingest;

import java.util.OptionalLong;

/**
 * The last sequence that was applied of a stream, or none yet. Sequences are unsigned.
 *
 * <p>A value: moving on gives another cursor.
 */
public record StreamCursor(OptionalLong last) {
  private static final StreamCursor INITIAL = new StreamCursor(OptionalLong.empty());

  /** What a sequence means to a stream that stands here. */
  public enum Observation {
    /** The first one ever. */
    INITIAL,
    /** The next one. */
    CONTIGUOUS,
    /** What is {@link #expected} has not come, and perhaps more after it. */
    GAP,
    /** Applied already, or left behind for good. */
    STALE
  }

  public static StreamCursor initial() {
    return INITIAL;
  }

  /** Standing at {@code last}. */
  public static StreamCursor at(long last) {
    return new StreamCursor(OptionalLong.of(last));
  }

  public Observation observe(long sequence) {
    if (last.isEmpty()) {
      return Observation.INITIAL;
    } else if (covers(sequence)) {
      return Observation.STALE;
    }
    return sequence == expected() ? Observation.CONTIGUOUS : Observation.GAP;
  }

  /** Whether the sequence is not beyond this cursor. */
  public boolean covers(long sequence) {
    return last.isPresent() && Long.compareUnsigned(sequence, last.getAsLong()) <= 0;
  }

  /** The sequence that comes next; the first is 0. */
  public long expected() {
    return last.isPresent() ? last.getAsLong() + 1 : 0;
  }

  @Override
  public String toString() {
    return last.isPresent() ? Long.toUnsignedString(last.getAsLong()) : "unset";
  }
}
