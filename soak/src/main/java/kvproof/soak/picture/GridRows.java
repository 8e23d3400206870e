package kvproof.soak.picture;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.Owner;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.soak.picture.Cell.Held;
import kvproof.soak.picture.Cell.Reach;
import kvproof.soak.picture.TierGrid.Row;
import kvproof.soak.picture.TierGrid.WalkEnd;

/**
 * Fills the rows of the grids of one request.
 *
 * @param lines all hash lines along the prompt
 * @param chainLines those that agree with the look-up's chain
 */
record GridRows(
    BlockHashes prompt,
    HeldPlaces held,
    ResidencySnapshot residency,
    HashLines lines,
    HashLines chainLines,
    WalkEnds expected,
    WalkEnds actual) {

  Row row(StorageTier tier, Owner owner) {
    return switch (owner) {
      case WorkerWithDpRank rank ->
          new Row(
              rank,
              cells(tier, rank),
              Optional.of(new WalkEnd(expected.end(rank, tier), actual.end(rank, tier))));
      case CacheOwner cacheOwner -> new Row(cacheOwner, cells(tier, cacheOwner), Optional.empty());
    };
  }

  private List<Cell> cells(StorageTier tier, WorkerWithDpRank rank) {
    RankLine line = RankLine.of(rank, expected, prompt, held, residency);
    int start = Math.min(expected.start(rank, tier), line.size());
    int end = Math.min(expected.end(rank, tier), line.size());
    List<Cell> cells = new ArrayList<>();
    for (int position = 0; position < prompt.size(); position++) {
      cells.add(
          position >= end
              ? apart(tier, rank, position).orElse(new Cell.Empty())
              : position >= start
                  ? counted(rank, position, line)
                  : above(tier, rank, position, line));
    }
    return cells;
  }

  private Cell counted(WorkerWithDpRank rank, int position, RankLine line) {
    RankLine.Counted block = line.at(position);
    Reach reach = block.holder().equals(rank) ? Reach.COUNTED : Reach.PROJECTED;
    return cell(reach, position, line.parent(position), block.externalHash(), block.holder());
  }

  private Cell above(StorageTier tier, WorkerWithDpRank rank, int position, RankLine line) {
    OptionalLong here = held.hashAt(tier, rank, line.parent(position), prompt.at(position));
    return here.equals(OptionalLong.of(line.at(position).externalHash()))
        ? cell(Reach.HELD_TOO, position, line.parent(position), here.getAsLong(), rank)
        : apart(tier, rank, position).orElse(new Cell.CountedAbove());
  }

  /** A cache owner's own line from the root, and what it holds behind the end of that. */
  private List<Cell> cells(StorageTier tier, CacheOwner owner) {
    List<Cell> cells = new ArrayList<>();
    OptionalLong parent = OptionalLong.empty();
    boolean isConnected = true;
    for (int position = 0; position < prompt.size(); position++) {
      OptionalLong hash = held.hashAt(tier, owner, parent, prompt.at(position));
      isConnected = isConnected && hash.isPresent();
      cells.add(
          isConnected
              ? cell(Reach.COUNTED, position, parent, hash.getAsLong(), owner)
              : apart(tier, owner, position).orElse(new Cell.Empty()));
      parent = hash;
    }
    return cells;
  }

  /** A block at the position on any line, the chain's own hash before another one. */
  private Optional<Cell> apart(StorageTier tier, Owner owner, int position) {
    for (HashLines within : List.of(chainLines, lines)) {
      for (OptionalLong parent : within.parents(position)) {
        OptionalLong hash = held.hashAt(tier, owner, parent, prompt.at(position));
        if (hash.isPresent() && within.contains(position, parent, hash.getAsLong())) {
          return Optional.of(cell(Reach.APART, position, parent, hash.getAsLong(), owner));
        }
      }
    }
    return Optional.empty();
  }

  private Held cell(
      Reach reach, int position, OptionalLong parent, long externalHash, Owner holder) {
    boolean isOnChain = chainLines.contains(position, parent, externalHash);
    return new Held(reach, isOnChain, externalHash, holder);
  }
}
