package kvproof.mocknixl.kvcr;

import java.util.Set;

/**
 * What a target keeps of a router's hint.
 *
 * @param sourceEndpoint handed to the control channel as it is; never empty
 * @param blockHashes unsigned; never empty; the order means nothing
 */
public record FetchHint(String sourceEndpoint, Set<Long> blockHashes) {
  public FetchHint {
    blockHashes = Set.copyOf(blockHashes);
    if (sourceEndpoint.isEmpty() || blockHashes.isEmpty()) {
      throw new IllegalArgumentException(
          "a hint needs an endpoint and hashes: '%s', %d hashes"
              .formatted(sourceEndpoint, blockHashes.size()));
    }
  }
}
