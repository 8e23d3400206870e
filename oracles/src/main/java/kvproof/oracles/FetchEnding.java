package kvproof.oracles;

/**
 * How a fetch ends for the target's bookkeeping.
 *
 * <p>The table that every fault is looked up in: kvcr-protocol.md says when a target gives up, when
 * it may believe that nothing writes any more, and when a hint is spent.
 */
enum FetchEnding {
  /** The source answered with success, with whatever blocks. */
  SUCCESS(false, false, false, true),
  /**
   * The source refused: it is another life than the one asked for. Or it answered {@code false}.
   */
  ANSWERED_NO(true, false, false, true),
  /** No answer in time, but the source says later that it has ended. */
  TOO_LATE(true, true, false, true),
  /** No answer within the abandon timeout either; later the source says that it has ended. */
  GIVEN_UP(true, true, true, true),
  /** No answer at all, from nobody who could know. */
  GIVEN_UP_FOR_GOOD(true, true, true, false),
  /** The source answers that it failed and cannot tell whether something still writes. */
  LEFT_OPEN(true, false, true, false),
  /** Nobody is left who asked. */
  TARGET_GONE(false, false, false, true);

  private final boolean isHintFailed;
  private final boolean isTimedOut;
  private final boolean wasQuarantined;
  private final boolean isQuiet;

  FetchEnding(boolean isHintFailed, boolean isTimedOut, boolean wasQuarantined, boolean isQuiet) {
    this.isHintFailed = isHintFailed;
    this.isTimedOut = isTimedOut;
    this.wasQuarantined = wasQuarantined;
    this.isQuiet = isQuiet;
  }

  boolean isHintFailed() {
    return isHintFailed;
  }

  boolean isTimedOut() {
    return isTimedOut;
  }

  boolean wasQuarantined() {
    return wasQuarantined;
  }

  boolean isQuiet() {
    return isQuiet;
  }
}
