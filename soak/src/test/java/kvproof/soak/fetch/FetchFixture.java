package kvproof.soak.fetch;

import java.util.OptionalLong;
import java.util.stream.LongStream;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Owner;
import kvproof.model.StorageTier;

/** Events over one chain: block n has external hash 100 + n and local hash n. */
final class FetchFixture {
  private FetchFixture() {}

  static BlockHashes chain(int first, int last) {
    return BlockHashes.of(LongStream.rangeClosed(first + 100, last + 100).toArray());
  }

  static Stored store(Owner owner, StorageTier tier, int first, int last) {
    return new Stored(
        owner,
        tier,
        first == 1 ? OptionalLong.empty() : OptionalLong.of(first + 99),
        BlockHashes.of(LongStream.rangeClosed(first, last).toArray()),
        chain(first, last));
  }

  static Removed remove(Owner owner, StorageTier tier, int first, int last) {
    return new Removed(owner, tier, chain(first, last));
  }
}
