package kvproof.mocknixl.kvcr.message;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * The body of a {@code start_write}: which blocks go where, and by when.
 *
 * @param remainingMillis relative time that is left, finite, above 0
 * @param keys at least one, each once
 * @param destinations for each key its parts in layout order, at least one
 * @param sourceIncarnation whom the target believes it talks to; absent: anybody. A value that was
 *     no string stands here as an empty one, which is nobody's
 * @param allowLayoutSubset whether the parts may be fewer, or in another order, than the source's
 */
public record WriteOrder(
    double remainingMillis,
    List<BlockKey> keys,
    List<List<Reference>> destinations,
    Optional<String> sourceIncarnation,
    boolean allowLayoutSubset) {

  public WriteOrder {
    keys = List.copyOf(keys);
    destinations = destinations.stream().map(List::copyOf).toList();
    boolean fits =
        remainingMillis > 0
            && Double.isFinite(remainingMillis)
            && !keys.isEmpty()
            && new HashSet<>(keys).size() == keys.size()
            && destinations.size() == keys.size()
            && destinations.stream().noneMatch(List::isEmpty);
    if (!fits) {
      throw new IllegalArgumentException(
          "not a write order: %s ms, keys %s, %d destinations"
              .formatted(remainingMillis, keys, destinations.size()));
    }
  }
}
