package kvproof.router.load;

import java.util.OptionalLong;

/** Times of tests, which are told in seconds. */
final class Seconds {
  private Seconds() {}

  static long s(long seconds) {
    return seconds * 1_000_000_000L;
  }

  static OptionalLong lasting(long seconds) {
    return OptionalLong.of(s(seconds));
  }
}
