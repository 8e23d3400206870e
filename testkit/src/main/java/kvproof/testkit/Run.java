package kvproof.testkit;

import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Owner;
import kvproof.model.StorageTier;

/** Positions {@code [start, end)} of a chain, all held by one owner on one tier; never empty. */
record Run(Owner owner, StorageTier tier, PromptChain chain, int start, int end) {

  Stored stored(int from, int to) {
    return chain.stored(owner, tier, from, to);
  }

  Removed removed(int from, int to) {
    return chain.removed(owner, tier, from, to);
  }

  int length() {
    return end - start;
  }
}
