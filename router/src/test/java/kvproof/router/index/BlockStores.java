package kvproof.router.index;

import kvproof.model.BlockHashes;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent.Stored;

/** Stores that put single blocks back. */
final class BlockStores {
  private BlockStores() {}

  static Stored storeOf(HeldBlock block) {
    return new Stored(
        block.owner(),
        block.tier(),
        block.parent(),
        BlockHashes.of(block.localHash()),
        BlockHashes.of(block.externalHash()));
  }
}
