package kvproof.soak.picture;

import java.util.List;
import java.util.Optional;
import kvproof.model.Owner;
import kvproof.model.StorageTier;

/**
 * One tier of a scene.
 *
 * @param endsAtFrontier whether the ends of the walks here are the ranks' frontiers
 * @param rows by owner
 */
public record TierGrid(StorageTier tier, boolean endsAtFrontier, List<Row> rows) {
  public TierGrid {
    rows = List.copyOf(rows);
  }

  /**
   * One owner on this tier.
   *
   * @param cells one for each block position of the prompt
   * @param walkEnd of a rank; a cache owner does not walk
   */
  public record Row(Owner owner, List<Cell> cells, Optional<WalkEnd> walkEnd) {
    public Row {
      cells = List.copyOf(cells);
    }

    boolean holdsBlocks() {
      return cells.stream().anyMatch(cell -> cell instanceof Cell.Held);
    }

    /** Something is held here, or said to be. */
    boolean isWorthShowing() {
      return holdsBlocks() || walkEnd.filter(WalkEnd::isDisputed).isPresent();
    }
  }

  /** Where the walk leaves the tier, in blocks from the root; {@code actual} as the router says. */
  public record WalkEnd(int expected, int actual) {
    public boolean isDisputed() {
      return expected != actual;
    }
  }
}
