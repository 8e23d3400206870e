package kvproof.testkit;

import java.util.Arrays;
import java.util.OptionalLong;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Owner;
import kvproof.model.StorageTier;

/** A prompt as its owners know it: a local and an external hash per position. */
record PromptChain(BlockHashes localHashes, BlockHashes externalHashes) {

  int length() {
    return localHashes.size();
  }

  /** The external hash before a position; absent before the first. */
  OptionalLong parentAt(int position) {
    return position == 0 ? OptionalLong.empty() : OptionalLong.of(externalHashes.at(position - 1));
  }

  /** Position of an external hash, or -1. */
  int positionOf(long externalHash) {
    for (int position = 0; position < length(); position++) {
      if (externalHashes.at(position) == externalHash) {
        return position;
      }
    }
    return -1;
  }

  /** The store of positions {@code [start, end)} under the block before them. */
  Stored stored(Owner owner, StorageTier tier, int start, int end) {
    return new Stored(
        owner,
        tier,
        parentAt(start),
        localHashes.slice(start, end),
        externalHashes.slice(start, end));
  }

  /** The removal of positions {@code [start, end)}, root to leaf. */
  Removed removed(Owner owner, StorageTier tier, int start, int end) {
    return new Removed(owner, tier, externalHashes.slice(start, end));
  }

  /** The same prompt with other external hashes at positions {@code [start, end)}. */
  PromptChain rehashed(int start, int end, long firstHash) {
    long[] hashes = externalHashes.toArray();
    Arrays.setAll(
        hashes,
        position -> position >= start && position < end ? firstHash + position : hashes[position]);
    return new PromptChain(localHashes, BlockHashes.of(hashes));
  }
}
