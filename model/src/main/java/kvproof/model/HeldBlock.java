package kvproof.model;

import java.util.Comparator;
import java.util.OptionalLong;

/** One block of an inventory. An absent parent is the root. */
public record HeldBlock(
    StorageTier tier, Owner owner, OptionalLong parent, long localHash, long externalHash) {

  /** By tier, owner (ranks first), then external hash, unsigned. */
  public static final Comparator<HeldBlock> DUMP_ORDER =
      Comparator.comparing(HeldBlock::tier)
          .thenComparing(HeldBlock::owner)
          .thenComparing(HeldBlock::externalHash, Long::compareUnsigned);
}
