package kvproof.oracles;

import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.HOST_PINNED;

import java.util.OptionalLong;
import java.util.Set;
import kvproof.model.BlockHashes;
import kvproof.model.HeldBlock;
import kvproof.model.Owner;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/** How far an owner holds the blocks that a hint names, under exactly the hashes it names. */
final class Possession {
  private final Set<HeldBlock> held;
  private final ResidencySnapshot residency;
  private final BlockHashes localHashes;
  private final BlockHashes named;

  Possession(
      Set<HeldBlock> held,
      ResidencySnapshot residency,
      BlockHashes localHashes,
      BlockHashes named) {
    this.held = held;
    this.residency = residency;
    this.localHashes = localHashes;
    this.named = named;
  }

  /** End of the rank's device blocks from the root and the host-pinned ones that continue them. */
  int endFromRoot(WorkerWithDpRank rank) {
    int position = 0;
    while (isHeld(DEVICE, rank, position)) {
      position++;
    }
    while (isHeld(HOST_PINNED, rank, position) || isHeldThroughProjection(rank, position)) {
      position++;
    }
    return position;
  }

  /** End of the host-pinned run from {@code start} on that the owner holds itself. */
  int exactEnd(Owner owner, int start) {
    int position = start;
    while (isHeld(HOST_PINNED, owner, position)) {
      position++;
    }
    return position;
  }

  private boolean isHeldThroughProjection(WorkerWithDpRank rank, int position) {
    return residency.projections().entrySet().stream()
        .anyMatch(
            projection ->
                projection.getValue().equals(rank)
                    && isHeld(HOST_PINNED, projection.getKey(), position));
  }

  private boolean isHeld(StorageTier tier, Owner owner, int position) {
    return position < Math.min(named.size(), localHashes.size())
        && held.contains(
            new HeldBlock(
                tier,
                owner,
                position == 0 ? OptionalLong.empty() : OptionalLong.of(named.at(position - 1)),
                localHashes.at(position),
                named.at(position)));
  }
}
