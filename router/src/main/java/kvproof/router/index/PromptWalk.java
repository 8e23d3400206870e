package kvproof.router.index;

import kvproof.model.StorageTier;

/** The way of one prompt through the tiers: device, then host-pinned, disk and external. */
final class PromptWalk {
  /** An array, since iterating a list allocates. */
  private static final StorageTier[] LOWER = StorageTier.lower().toArray(new StorageTier[0]);

  private final TierTable tiers;

  PromptWalk(TierTable tiers) {
    this.tiers = tiers;
  }

  /** Walks a look-up that has begun through the device tier. */
  void walkDevice(ResidencyView snapshot, Lookup lookup) {
    BlockPlaces device = tiers.device().layout();
    enterAtRoot(device, snapshot, lookup);
    lookup.walk().walk(device, true, false);
    lookup.keepDevice();
  }

  /** Goes on through the lower tiers; {@code candidates}: also find who may be a source. */
  void walkLower(ResidencyView snapshot, boolean candidates, Lookup lookup) {
    lookup.beginLower(candidates);
    long inHostPinned = 0;
    for (StorageTier tier : LOWER) {
      BlockIndex index = tiers.find(tier);
      if (index != null) {
        boolean host = tier == StorageTier.HOST_PINNED;
        enterAtRoot(index.layout(), snapshot, lookup);
        lookup.beginTier(tier);
        lookup.walk().walk(index.layout(), host, host && candidates);
        lookup.keepTier(tier);
        inHostPinned = host ? lookup.positionsCompared : inHostPinned;
      }
    }
    lookup.positionsCompared = inHostPinned;
  }

  /** Ranks that hold the first block of the prompt on this tier begin there, if not above it. */
  private static void enterAtRoot(BlockPlaces places, ResidencyView snapshot, Lookup lookup) {
    Run head = lookup.length == 0 ? null : places.heads().first(true, 0, lookup.prompt[0]);
    for (; head != null; head = places.heads().next(head)) {
      long[] projected = head.ownersOf(0).view(snapshot).projected;
      for (int word = 0; word < projected.length; word++) {
        lookup.enterAtRoot(word, projected[word]);
      }
    }
  }
}
