package kvproof.router.index;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One place that owners hold under different external hashes, as a walk passes it.
 *
 * <p>Rare: with consistent hashes there is none. Every rank follows its own variant; one variant is
 * the line's, and the smallest source that can carry the line on decides which.
 */
final class VariantEdge {
  private static final int NOBODY = -1;

  private final LineWalk walk;
  private final Lookup lookup;
  private final OwnerTable owners;
  private final List<Run> variants = new ArrayList<>();
  private int[] ownVariant = new int[0];

  VariantEdge(LineWalk walk, Lookup lookup, OwnerTable owners) {
    this.walk = walk;
    this.lookup = lookup;
    this.owners = owners;
  }

  /** Passes the edge; the variant that the line goes on with, or null if it ends here. */
  @Nullable Run pass(int position, Run head) {
    variants.clear();
    for (Run variant = head; variant != null; variant = walk.index.heads().next(variant)) {
      variants.add(variant);
    }
    boolean stopped = findOwnVariants();
    int chosen = chosenVariant(position, stopped);
    leave(position, chosen);
    if (chosen == NOBODY) {
      walk.stopAll(position);
      return null;
    }
    Run run = variants.get(chosen);
    walk.passSources(position, run.ownersOf(0).view(walk.residency).sources, stopped);
    boolean carried = !OwnerBits.isEmpty(walk.front) || !OwnerBits.isEmpty(walk.active);
    if (carried && position == walk.lineLength) {
      walk.line[walk.lineLength++] = run.external[0];
    }
    return carried ? run : null;
  }

  /** Finds which variant each rank of the front holds; true if one holds none. */
  private boolean findOwnVariants() {
    if (ownVariant.length < lookup.ownerCount) {
      ownVariant = new int[lookup.position.length];
    }
    boolean stopped = false;
    for (int rank = OwnerBits.next(walk.front, 0);
        rank >= 0;
        rank = OwnerBits.next(walk.front, rank + 1)) {
      ownVariant[rank] = variantOf(rank);
      stopped |= ownVariant[rank] == NOBODY;
    }
    return stopped;
  }

  /** The variant that lists the rank, else that of its smallest projected cache owner. */
  private int variantOf(int rank) {
    int best = NOBODY;
    int smallest = Integer.MAX_VALUE;
    int[] order = owners.sourceOrder();
    for (int variant = 0; variant < variants.size(); variant++) {
      OwnerSet set = variants.get(variant).ownersOf(0);
      if (set.has(rank)) {
        return variant;
      }
      for (int owner = OwnerBits.next(set.words, 0);
          owner >= 0;
          owner = OwnerBits.next(set.words, owner + 1)) {
        if (!owners.isRank(owner)
            && order[owner] < smallest
            && walk.residency.projectedTo(owner) == rank) {
          smallest = order[owner];
          best = variant;
        }
      }
    }
    return best;
  }

  private int chosenVariant(int position, boolean stopped) {
    if (position < walk.lineLength) {
      for (int variant = 0; variant < variants.size(); variant++) {
        if (variants.get(variant).external[0] == walk.line[position]) {
          return variant;
        }
      }
      return NOBODY;
    }
    int best = NOBODY;
    int smallest = Integer.MAX_VALUE;
    int[] order = owners.sourceOrder();
    for (int rank = OwnerBits.next(walk.front, 0);
        rank >= 0;
        rank = OwnerBits.next(walk.front, rank + 1)) {
      if (ownVariant[rank] != NOBODY && order[rank] < smallest) {
        smallest = order[rank];
        best = ownVariant[rank];
      }
    }
    for (int variant = 0; walk.discovers && variant < variants.size(); variant++) {
      long[] sources = variants.get(variant).ownersOf(0).view(walk.residency).sources;
      for (int source = OwnerBits.next(sources, 0);
          source >= 0;
          source = OwnerBits.next(sources, source + 1)) {
        if (order[source] < smallest && canCarryOn(source, position, stopped)) {
          smallest = order[source];
          best = variant;
        }
      }
    }
    return best;
  }

  /** A source on one of the variants: is it active, or could it become so here? */
  private boolean canCarryOn(int source, int position, boolean stopped) {
    if (OwnerBits.has(walk.active, source)) {
      return true;
    }
    return position == 0 ? !owners.isRank(source) : stopped;
  }

  /** Ranks that are not on the chosen variant stop, or go on along a line of their own. */
  private void leave(int position, int chosen) {
    for (int rank = OwnerBits.next(walk.front, 0);
        rank >= 0;
        rank = OwnerBits.next(walk.front, rank + 1)) {
      int own = ownVariant[rank];
      if (own == NOBODY) {
        walk.stopOne(position, rank);
      } else if (own != chosen) {
        walk.diverge(position, rank, variants.get(own).external[0]);
      }
    }
  }
}
