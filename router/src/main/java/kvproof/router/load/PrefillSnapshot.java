package kvproof.router.load;

import java.math.BigInteger;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The prefill load of one rank as it stood once; what is left of it can be read at any later time.
 *
 * @param tokens of all requests, the anchor's too
 * @param allModelled whether every request has an expected duration
 * @param anchor the oldest request, which is the one that is being worked on; empty: no requests
 */
public record PrefillSnapshot(long tokens, boolean allModelled, Optional<Anchor> anchor) {

  /** No requests. */
  public static final PrefillSnapshot NONE = new PrefillSnapshot(0, true, Optional.empty());

  static final long NOT_MODELLED = -1;

  private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

  /**
   * The request that is being worked on.
   *
   * @param nanos its expected duration; absent: not modelled
   * @param sinceNanos when the work on it began
   */
  public record Anchor(long tokens, OptionalLong nanos, long sinceNanos) {
    public Anchor {
      if (tokens < 0 || nanos.orElse(0) < 0) {
        throw new IllegalArgumentException(
            "an anchor of " + tokens + " tokens in " + nanos + " ns");
      }
    }
  }

  public PrefillSnapshot {
    long anchored = anchor.map(Anchor::tokens).orElse(0L);
    if (tokens < anchored || (anchor.isEmpty() && tokens != 0)) {
      throw new IllegalArgumentException(tokens + " prefill tokens with anchor " + anchor);
    }
  }

  /** Tokens not yet prefilled at this time, by the expected durations; never below 0. */
  public long activeTokens(long nowNanos) {
    if (anchor.isEmpty()) {
      return 0;
    }
    Anchor front = anchor.get();
    long nanos = front.nanos().orElse(NOT_MODELLED);
    return activeTokens(
        tokens, allModelled, front.tokens(), nanos, elapsed(front.sinceNanos(), nowNanos));
  }

  /** 0 for a time before the start. */
  static long elapsed(long sinceNanos, long nowNanos) {
    return Math.max(0, nowNanos - sinceNanos);
  }

  /**
   * What is left of {@code sum} tokens, the anchor's among them.
   *
   * <p>The anchor is worked off at an even rate. Where all durations are known the work goes on
   * into the requests behind it, at the anchor's rate; where one is not, it stops with the anchor.
   * A part of a token counts in full.
   */
  static long activeTokens(
      long sum, boolean allModelled, long anchorTokens, long anchorNanos, long elapsed) {
    if (anchorNanos == NOT_MODELLED) {
      return sum;
    }
    if (anchorNanos == 0) {
      return sum - anchorTokens;
    }
    long done = share(anchorTokens, elapsed, anchorNanos);
    return sum - Math.min(done, allModelled ? sum : anchorTokens);
  }

  /** The floor of {@code tokens * elapsed / duration}, at most the largest long. */
  private static long share(long tokens, long elapsed, long duration) {
    if (Math.multiplyHigh(tokens, elapsed) == 0 && tokens * elapsed >= 0) {
      return tokens * elapsed / duration;
    }
    return BigInteger.valueOf(tokens)
        .multiply(BigInteger.valueOf(elapsed))
        .divide(BigInteger.valueOf(duration))
        .min(MOST)
        .longValueExact();
  }
}
