package kvproof.oracles.scheduling;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Prefill tokens of one rank that are not done yet: selection 6.2, line by line.
 *
 * <p>Catches tokens that stay, vanish, or decay at another rate than the oldest request's. Blind to
 * who booked them.
 */
final class PrefillLoad {
  private record Prefill(String requestId, long tokens, OptionalLong durationNanos) {}

  private final List<Prefill> prefills = new ArrayList<>(); // oldest first
  private long anchorSince;

  void add(String requestId, long tokens, OptionalLong durationNanos, long now) {
    if (prefills.isEmpty()) {
      anchorSince = now;
    }
    prefills.add(new Prefill(requestId, tokens, durationNanos));
  }

  /** False: it had none, or they are done already. */
  boolean remove(String requestId, long now) {
    for (Prefill prefill : prefills) {
      if (prefill.requestId().equals(requestId)) {
        boolean isAnchor = prefill.equals(prefills.getFirst());
        if (isAnchor) {
          anchorSince = now;
        } else if (prefill.durationNanos().isPresent()) {
          anchorSince = Math.min(anchorSince + prefill.durationNanos().getAsLong(), now);
        }
        prefills.remove(prefill);
        return true;
      }
    }
    return false;
  }

  long activeTokens(long now) {
    if (prefills.isEmpty()) {
      return 0;
    }
    long sum = prefills.stream().mapToLong(Prefill::tokens).sum();
    Prefill anchor = prefills.getFirst();
    if (anchor.durationNanos().isEmpty()) {
      return sum;
    }
    long duration = anchor.durationNanos().getAsLong();
    boolean allModelled =
        prefills.stream().allMatch(prefill -> prefill.durationNanos().isPresent());
    if (duration == 0) {
      return sum - anchor.tokens();
    }
    long elapsed = now - anchorSince;
    if (allModelled) {
      BigInteger done = times(anchor.tokens(), elapsed).divide(BigInteger.valueOf(duration));
      return BigInteger.valueOf(sum).subtract(done).max(BigInteger.ZERO).longValueExact();
    }
    BigInteger ahead = times(anchor.tokens(), Math.max(duration - elapsed, 0));
    return sum - anchor.tokens() + ceilDiv(ahead, BigInteger.valueOf(duration));
  }

  private static BigInteger times(long left, long right) {
    return BigInteger.valueOf(left).multiply(BigInteger.valueOf(right));
  }

  private static long ceilDiv(BigInteger dividend, BigInteger divisor) {
    return dividend.add(divisor).subtract(BigInteger.ONE).divide(divisor).longValueExact();
  }
}
