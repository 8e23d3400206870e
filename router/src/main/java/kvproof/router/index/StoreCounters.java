package kvproof.router.index;

import kvproof.model.StorageTier;
import kvproof.model.TierStatistics;

/** What became of the stores of each tier, since the start; the numbers only grow. */
final class StoreCounters {
  private static final int TIERS = StorageTier.values().length;

  private final long[] detached = new long[TIERS];
  private final long[] malformed = new long[TIERS];
  private final long[] duplicateStores = new long[TIERS];

  /** Counts on from where another one is. */
  void set(StoreCounters other) {
    System.arraycopy(other.detached, 0, detached, 0, TIERS);
    System.arraycopy(other.malformed, 0, malformed, 0, TIERS);
    System.arraycopy(other.duplicateStores, 0, duplicateStores, 0, TIERS);
  }

  void countDetached(StorageTier tier) {
    detached[tier.ordinal()]++;
  }

  void countMalformed(StorageTier tier) {
    malformed[tier.ordinal()]++;
  }

  void countDuplicate(StorageTier tier) {
    duplicateStores[tier.ordinal()]++;
  }

  TierStatistics of(StorageTier tier) {
    int at = tier.ordinal();
    return new TierStatistics(detached[at], malformed[at], duplicateStores[at]);
  }
}
