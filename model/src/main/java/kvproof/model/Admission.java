package kvproof.model;

import java.util.Locale;

/** What a request wants of the scheduler. */
public enum Admission {
  /** An answer through the queue; books nothing, gets no hint. */
  QUERY,
  /** An answer at once, past the queue; books nothing, gets no hint. */
  ADVISORY,
  /** A worker with its load booked and the id reserved; gets a hint. */
  BOOK,
  /** A worker with its load booked, whose life the host looks after; gets a hint. */
  LEASE;

  /** Whether load is booked, so that a hint is built and candidates are kept for it. */
  public boolean books() {
    return this == BOOK || this == LEASE;
  }

  public boolean isQueued() {
    return this != ADVISORY;
  }

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Reads a wire name; throws {@link IllegalArgumentException} naming an unknown one. */
  public static Admission ofWireName(String wireName) {
    for (Admission admission : values()) {
      if (admission.wireName().equals(wireName)) {
        return admission;
      }
    }
    throw new IllegalArgumentException(
        "unknown admission '" + wireName + "' (query, advisory, book, lease)");
  }
}
