package kvproof.mocknixl.kvcr;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import kvproof.mocknixl.kvcr.message.BlockKey;
import org.jspecify.annotations.Nullable;

/** The hint of each request, and what fetches have shown about it. */
final class RequestHints {
  private final boolean opportunistic;
  private final Map<String, RequestHint> hints = new HashMap<>();

  /** A hint in use. */
  private static final class RequestHint {
    private final String endpoint;
    private final Set<BlockKey> named;
    private final Set<BlockKey> missing = new HashSet<>();
    private boolean failed;

    private RequestHint(FetchHint hint) {
      this.endpoint = hint.sourceEndpoint();
      this.named =
          hint.blockHashes().stream().map(BlockKey::ofHash).collect(Collectors.toUnmodifiableSet());
    }
  }

  RequestHints(boolean opportunistic) {
    this.opportunistic = opportunistic;
  }

  /**
   * A hint to the same source replaces what was known; one to another source spoils the request.
   *
   * @return whether the request has this hint now
   */
  boolean submit(String requestId, FetchHint hint) {
    RequestHint previous = hints.get(requestId);
    if (previous != null && !previous.endpoint.equals(hint.sourceEndpoint())) {
      previous.failed = true;
      return false;
    }
    hints.put(requestId, new RequestHint(hint));
    return true;
  }

  /** Requests that have a hint, failed or not. */
  int size() {
    return hints.size();
  }

  void discard(String requestId) {
    hints.remove(requestId);
  }

  boolean isFailed(String requestId) {
    RequestHint hint = hints.get(requestId);
    return hint != null && hint.failed;
  }

  /** Where the request's blocks are to be had; absent without a hint that serves. */
  Optional<String> source(String requestId) {
    return Optional.ofNullable(usable(requestId)).map(hint -> hint.endpoint);
  }

  /** Whether the source may be asked for the key, which the hint names. */
  boolean isFetchable(String requestId, BlockKey key) {
    RequestHint hint = usable(requestId);
    return hint != null
        && !hint.missing.contains(key)
        && (opportunistic || hint.named.contains(key));
  }

  /** Whether the source may be asked for the key, named or not. */
  boolean isDeliverable(String requestId, BlockKey key) {
    RequestHint hint = usable(requestId);
    return hint != null && !hint.missing.contains(key);
  }

  private @Nullable RequestHint usable(String requestId) {
    RequestHint hint = hints.get(requestId);
    return hint == null || hint.failed ? null : hint;
  }

  /** The source has reported: what it did not write it does not have. */
  void reported(String requestId, Collection<BlockKey> asked, Collection<BlockKey> delivered) {
    RequestHint hint = hints.get(requestId);
    if (hint != null) {
      hint.missing.addAll(asked);
      hint.missing.removeAll(Set.copyOf(delivered));
    }
  }

  /** A fetch came to nothing, so nothing is known of the source's blocks. */
  void failed(String requestId) {
    RequestHint hint = hints.get(requestId);
    if (hint != null) {
      hint.failed = true;
    }
  }
}
