package kvproof.model.casetext;

import java.util.List;

/**
 * A time in nanoseconds as people write it: {@code 5s}, {@code 100ms}, {@code 7us}, {@code 1ns}.
 */
enum CaseTextDuration {
  // The longest first, as they are tried in print.
  S(1_000_000_000),
  MS(1_000_000),
  US(1_000),
  NS(1);

  private final long nanos;

  CaseTextDuration(long nanos) {
    this.nanos = nanos;
  }

  /** In the longest unit that leaves nothing over. */
  static String print(long nanos) {
    for (CaseTextDuration unit : values()) {
      if (nanos % unit.nanos == 0) {
        return nanos / unit.nanos + CaseTextLine.word(unit);
      }
    }
    throw new AssertionError(nanos + " ns is no whole number of nanoseconds");
  }

  /** Throws {@link IllegalArgumentException} if the unit is missing or the time past 64 bits. */
  static long parse(String text) {
    CaseTextDuration unit = unitOf(text);
    String number = text.substring(0, text.length() - CaseTextLine.word(unit).length());
    try {
      return Math.multiplyExact(Long.parseLong(number), unit.nanos);
    } catch (ArithmeticException tooLong) {
      throw new IllegalArgumentException(text, tooLong);
    }
  }

  private static CaseTextDuration unitOf(String text) {
    // Seconds last: every other unit ends in an s too.
    for (CaseTextDuration unit : List.of(MS, US, NS, S)) {
      if (text.endsWith(CaseTextLine.word(unit))) {
        return unit;
      }
    }
    throw new IllegalArgumentException(text);
  }
}
