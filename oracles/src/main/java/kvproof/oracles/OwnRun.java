package kvproof.oracles;

import java.util.List;

/**
 * What a rank holds of a prompt from the root: device blocks, then the host-pinned blocks that
 * continue them.
 *
 * @param deviceBlocks how many of them are on the device
 * @param hashes the rank's own external hash of each position below its frontier
 */
record OwnRun(int deviceBlocks, List<Long> hashes) {

  static final OwnRun EMPTY = new OwnRun(0, List.of());

  OwnRun {
    hashes = List.copyOf(hashes);
  }

  /** The first position that the rank does not hold. */
  int frontier() {
    return hashes.size();
  }
}
