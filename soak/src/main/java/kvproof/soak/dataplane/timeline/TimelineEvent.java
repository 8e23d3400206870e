package kvproof.soak.dataplane.timeline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;

/**
 * One thing that happened at one side.
 *
 * @param atNanos since a moment that all events of a timeline share
 * @param what a frame's type, a state, or a few words
 * @param bytes of the frame, report or write; 0 where there are none
 */
public record TimelineEvent(long atNanos, Side side, Kind kind, String what, long bytes) {
  /** What a source says of a write that failed and may still be under way. */
  public static final String WRITE_NOT_QUIET = "write failed, not quiet";

  /** A source's step: it has taken the request. */
  public static final String ACCEPTED = "accepted";

  /** A source's step: its operation is over, and what was found is written. */
  public static final String ENDED_WELL = "ended well";

  /** A source's step: its operation is over, and has failed. */
  public static final String ENDED_BADLY = "ended badly";

  /** A source's step: the time for its write is over, and it may still be under way. */
  public static final String UNCERTAIN = "uncertain";

  /** Where it happened. */
  public enum Side {
    TARGET,
    SOURCE,
    /** Whoever arranges misfortunes. */
    HARNESS;

    /** The other end of the wire; the harness has none and is its own. */
    public Side other() {
      return switch (this) {
        case TARGET -> SOURCE;
        case SOURCE -> TARGET;
        case HARNESS -> HARNESS;
      };
    }
  }

  /** What sort of thing it is. */
  public enum Kind {
    /** A control frame was handed to the channel. */
    FRAME_SENT,
    /** A control frame came out of the channel. */
    FRAME_TAKEN,
    /** The one write of the fetch was posted; its bytes are on their way. */
    WRITE_POSTED,
    /** A poll found that the write has ended. */
    WRITE_ENDED,
    /** A report left, alone or with the write that it is bound to. */
    REPORT_SENT,
    /** A report was taken. */
    REPORT_TAKEN,
    /** The target's operation is in another state. */
    STATE,
    /** The source went a step. */
    STEP,
    /** Anything else that is worth knowing. */
    MARK;

    /** Whether it leaves for the other side. */
    public boolean isDeparture() {
      return this == FRAME_SENT || this == WRITE_POSTED || this == REPORT_SENT;
    }

    /** What it is when it is there; only for departures. */
    Kind arrival() {
      return switch (this) {
        case FRAME_SENT -> FRAME_TAKEN;
        case WRITE_POSTED -> WRITE_ENDED;
        case REPORT_SENT -> REPORT_TAKEN;
        default -> throw new IllegalArgumentException("no departure: " + this);
      };
    }
  }

  /** The same at another time. */
  public TimelineEvent at(long otherNanos) {
    return new TimelineEvent(otherNanos, side, kind, what, bytes);
  }

  /** Adds the event's fields. */
  public void addTo(ObjectNode node) {
    node.put("at", atNanos)
        .put("side", lowerCase(side))
        .put("kind", lowerCase(kind))
        .put("what", what)
        .put("bytes", bytes);
  }

  /** Reads what {@link #addTo} wrote; {@link IllegalArgumentException} for anything else. */
  public static TimelineEvent of(JsonNode node) {
    return new TimelineEvent(
        node.path("at").asLong(),
        Side.valueOf(node.path("side").asText().toUpperCase(Locale.ROOT)),
        Kind.valueOf(node.path("kind").asText().toUpperCase(Locale.ROOT)),
        node.path("what").asText(),
        node.path("bytes").asLong());
  }

  private static String lowerCase(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
