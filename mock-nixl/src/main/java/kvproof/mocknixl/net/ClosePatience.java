package kvproof.mocknixl.net;

import java.time.Duration;

/**
 * How long a close waits.
 *
 * @param flush until what was sent has left this side; what is left then is lost
 * @param end for each thing that has to end on an I/O thread; after that the thread is taken for
 *     stuck, and the close fails
 */
record ClosePatience(Duration flush, Duration end) {
  /** What nobody who is alive needs. */
  static final ClosePatience USUAL =
      new ClosePatience(Duration.ofSeconds(1), Duration.ofSeconds(10));

  ClosePatience {
    if (flush.isNegative() || end.compareTo(flush) < 0) {
      throw new IllegalArgumentException(
          "a close that flushes for " + flush + " and ends within " + end);
    }
  }
}
