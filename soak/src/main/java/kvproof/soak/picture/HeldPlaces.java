package kvproof.soak.picture;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import kvproof.model.HeldBlock;
import kvproof.model.Owner;
import kvproof.model.StorageTier;

/** The blocks that are held, found by the place they have on a hash line. */
final class HeldPlaces {
  private record Place(StorageTier tier, Owner owner, OptionalLong parent, long localHash) {}

  private final Map<Place, Long> hashes = new HashMap<>(); // looked up, never iterated

  HeldPlaces(List<HeldBlock> held) {
    for (HeldBlock block : held) {
      Place place = new Place(block.tier(), block.owner(), block.parent(), block.localHash());
      hashes.put(place, block.externalHash());
    }
  }

  /** The hash under which exactly this owner holds the place on the tier, if it does. */
  OptionalLong hashAt(StorageTier tier, Owner owner, OptionalLong parent, long localHash) {
    Long hash = hashes.get(new Place(tier, owner, parent, localHash));
    return hash == null ? OptionalLong.empty() : OptionalLong.of(hash);
  }
}
