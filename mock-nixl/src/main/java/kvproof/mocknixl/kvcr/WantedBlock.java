package kvproof.mocknixl.kvcr;

import java.util.List;
import kvproof.mocknixl.kvcr.message.BlockKey;
import kvproof.mocknixl.kvcr.message.Reference;

/**
 * A block that a worker lacks, and where its parts are to go.
 *
 * @param destination one reference for each part, in layout order; at least one
 */
public record WantedBlock(BlockKey key, List<Reference> destination) {
  public WantedBlock {
    destination = List.copyOf(destination);
    if (destination.isEmpty()) {
      throw new IllegalArgumentException("no destination for block " + key);
    }
  }
}
