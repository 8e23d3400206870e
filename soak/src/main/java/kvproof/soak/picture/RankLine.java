package kvproof.soak.picture;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.Owner;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/** The blocks that a rank's walk counts, position by position, through all tiers. */
final class RankLine {

  /** A block of the line, and who holds it: the rank or a cache owner projected to it. */
  record Counted(long externalHash, Owner holder) {}

  private final List<Counted> blocks = new ArrayList<>();

  private RankLine() {}

  /** As long as {@code ends} says, unless the inventories have no such block. */
  static RankLine of(
      WorkerWithDpRank rank,
      WalkEnds ends,
      BlockHashes prompt,
      HeldPlaces held,
      ResidencySnapshot residency) {
    var line = new RankLine();
    for (StorageTier tier : StorageTier.values()) {
      int end = Math.min(ends.end(rank, tier), prompt.size());
      boolean goesOn = true;
      while (goesOn && line.size() < end) {
        Optional<Counted> next = line.next(rank, tier, prompt, held, residency);
        next.ifPresent(line.blocks::add);
        goesOn = next.isPresent();
      }
    }
    return line;
  }

  private Optional<Counted> next(
      WorkerWithDpRank rank,
      StorageTier tier,
      BlockHashes prompt,
      HeldPlaces held,
      ResidencySnapshot residency) {
    List<Owner> holders = new ArrayList<>();
    holders.add(rank);
    for (Map.Entry<CacheOwner, WorkerWithDpRank> entry : residency.projections().entrySet()) {
      if (entry.getValue().equals(rank)) {
        holders.add(entry.getKey());
      }
    }
    for (Owner holder : holders) {
      OptionalLong hash = held.hashAt(tier, holder, parent(size()), prompt.at(size()));
      if (hash.isPresent()) {
        return Optional.of(new Counted(hash.getAsLong(), holder));
      }
    }
    return Optional.empty();
  }

  int size() {
    return blocks.size();
  }

  Counted at(int position) {
    return blocks.get(position);
  }

  /** Hash of the block before the position; absent at the root. */
  OptionalLong parent(int position) {
    return position == 0
        ? OptionalLong.empty()
        : OptionalLong.of(blocks.get(position - 1).externalHash());
  }
}
