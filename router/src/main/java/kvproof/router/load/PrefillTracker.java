package kvproof.router.load;

import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Prefill tokens of one rank, worked off in the order in which they came.
 *
 * <p>The oldest request is the anchor: work is on it since a known time, and time is charged to it.
 * Times are nanoseconds; one that lies before the anchor's counts as the anchor's. One thread.
 */
final class PrefillTracker {
  private record Prefill(long tokens, long nanos) {
    boolean isModelled() {
      return nanos != PrefillSnapshot.NOT_MODELLED;
    }

    OptionalLong duration() {
      return isModelled() ? OptionalLong.of(nanos) : OptionalLong.empty();
    }
  }

  private final LinkedHashMap<String, Prefill> prefills = new LinkedHashMap<>();
  private @Nullable Prefill anchor;
  private long anchorSince;
  private long tokens;
  private int unmodelled;

  /** More work at the end. Throws {@link IllegalArgumentException} for an id that has some. */
  void add(String requestId, long added, OptionalLong nanos, long nowNanos) {
    if (prefills.containsKey(requestId)) {
      throw new IllegalArgumentException("request '" + requestId + "' has prefill tokens already");
    }
    if (added > Long.MAX_VALUE - tokens) {
      throw new AssertionError("prefill tokens overflow: " + tokens + " and " + added + " more");
    }
    Prefill prefill = new Prefill(added, nanos.orElse(PrefillSnapshot.NOT_MODELLED));
    prefills.put(requestId, prefill);
    tokens += added;
    unmodelled += prefill.isModelled() ? 0 : 1;
    if (anchor == null) {
      anchor = prefill;
      anchorSince = nowNanos;
    }
  }

  /** False: the id has no work here, any more or ever. */
  boolean remove(String requestId, long nowNanos) {
    boolean isFront = !prefills.isEmpty() && prefills.firstEntry().getKey().equals(requestId);
    Prefill prefill = prefills.remove(requestId);
    if (prefill == null) {
      return false;
    }
    subtract(prefill);
    if (isFront) {
      anchor = prefills.isEmpty() ? null : prefills.firstEntry().getValue();
      anchorSince = nowNanos;
    } else if (prefill.isModelled()) {
      // The time spent so far was meant for this one too; it cannot have been more than passed.
      long passed = PrefillSnapshot.elapsed(anchorSince, nowNanos);
      anchorSince += Math.min(prefill.nanos(), passed);
    }
    return true;
  }

  private void subtract(Prefill prefill) {
    if (tokens < prefill.tokens()) {
      throw new AssertionError("prefill tokens underflow: " + tokens + " less " + prefill.tokens());
    }
    tokens -= prefill.tokens();
    unmodelled -= prefill.isModelled() ? 0 : 1;
  }

  long activeTokens(long nowNanos) {
    if (anchor == null) {
      return 0;
    }
    long elapsed = PrefillSnapshot.elapsed(anchorSince, nowNanos);
    return PrefillSnapshot.activeTokens(
        tokens, unmodelled == 0, anchor.tokens(), anchor.nanos(), elapsed);
  }

  /** Expected time until all work is done, 0 without any; empty if a duration is not known. */
  OptionalLong remainingNanos(long nowNanos) {
    if (unmodelled > 0) {
      return OptionalLong.empty();
    }
    long total = 0;
    for (Prefill prefill : prefills.values()) {
      total = Math.min(total, Long.MAX_VALUE - prefill.nanos()) + prefill.nanos();
    }
    long elapsed = anchor == null ? 0 : PrefillSnapshot.elapsed(anchorSince, nowNanos);
    return OptionalLong.of(Math.max(0, total - elapsed));
  }

  /** Tokens of all requests, worked off or not. */
  long bookedTokens() {
    return tokens;
  }

  PrefillSnapshot snapshot() {
    if (anchor == null) {
      return PrefillSnapshot.NONE;
    }
    var front = new PrefillSnapshot.Anchor(anchor.tokens(), anchor.duration(), anchorSince);
    return new PrefillSnapshot(tokens, unmodelled == 0, Optional.of(front));
  }
}
