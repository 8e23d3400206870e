package kvproof.mocknixl.kvcr;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import kvproof.model.KvHintAction;

/**
 * What a target keeps of a router's hint.
 *
 * @param sourceEndpoint handed to the control channel as it is; never empty
 * @param blockHashes unsigned; never empty; the order means nothing
 */
public record FetchHint(String sourceEndpoint, Set<Long> blockHashes) {
  public FetchHint {
    // Sorted, so that it prints the same in every run.
    blockHashes = Collections.unmodifiableSet(new TreeSet<>(blockHashes));
    if (sourceEndpoint.isEmpty() || blockHashes.isEmpty()) {
      throw new IllegalArgumentException(
          "a hint needs an endpoint and hashes: '%s', %d hashes"
              .formatted(sourceEndpoint, blockHashes.size()));
    }
  }

  /** What a target keeps of this action; a hash that is named twice counts once. */
  public static FetchHint of(KvHintAction.Fetch action) {
    Set<Long> hashes = new TreeSet<>();
    LongStream.of(action.blockHashes().toArray()).forEach(hashes::add);
    return new FetchHint(action.sourceControlEndpoint(), hashes);
  }
}
