package kvproof.router.membership;

import static java.util.Collections.unmodifiableSortedMap;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a worker can do with fetch hints: fetch-hints 2.6.
 *
 * @param workerType its role for matching; empty: neither target nor source
 * @param sourceControlEndpoints by dp rank, unsigned; missing or empty: never a source
 * @param eventSource who reports its blocks; absent: the worker itself
 */
public record HintCapabilities(
    String workerType,
    SortedMap<Integer, String> sourceControlEndpoints,
    Optional<String> eventSource) {

  private static final HintCapabilities NONE =
      new HintCapabilities("", new TreeMap<>(), Optional.empty());

  public HintCapabilities {
    SortedMap<Integer, String> ordered = new TreeMap<>(Integer::compareUnsigned);
    ordered.putAll(sourceControlEndpoints);
    sourceControlEndpoints = unmodifiableSortedMap(ordered);
  }

  public static HintCapabilities none() {
    return NONE;
  }

  /**
   * What a host publishes for a worker's runtime keys: without {@code router_hint} the worker takes
   * no part in hints, whatever its other keys say.
   */
  public static HintCapabilities ofRuntimeKeys(
      boolean routerHint, String workerType, SortedMap<Integer, String> sourceControlEndpoints) {
    return routerHint
        ? new HintCapabilities(workerType, sourceControlEndpoints, Optional.empty())
        : NONE;
  }
}
