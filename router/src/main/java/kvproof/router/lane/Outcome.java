package kvproof.router.lane;

/** What became of something that a lane was asked for, and waited for. */
public sealed interface Outcome<T> {

  /** The lane did it. */
  record Done<T>(T value) implements Outcome<T> {}

  /** The lane refused a malformed event, or died before it came to it: nothing will come of it. */
  record Dropped<T>() implements Outcome<T> {}

  /** The lanes were shut down. */
  record Offline<T>() implements Outcome<T> {}
}
