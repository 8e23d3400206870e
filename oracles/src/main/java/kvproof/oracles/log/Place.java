package kvproof.oracles.log;

import java.util.OptionalLong;
import kvproof.model.KvCacheEvent.Stored;

/** Where a block sits: the external hash before it (absent: the root) and its own local hash. */
record Place(OptionalLong parent, long localHash) {

  /** The place of block {@code index} of a store (index.md 2.1). */
  static Place of(Stored stored, int index) {
    OptionalLong parent =
        index == 0 ? stored.parent() : OptionalLong.of(stored.externalHashes().at(index - 1));
    return new Place(parent, stored.localHashes().at(index));
  }

  /** Which block of the store sits here, or -1; a store that is not malformed has one at most. */
  int indexIn(Stored stored) {
    for (int index = 0; index < stored.localHashes().size(); index++) {
      if (stored.localHashes().at(index) == localHash && of(stored, index).equals(this)) {
        return index;
      }
    }
    return -1;
  }
}
