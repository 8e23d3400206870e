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

  private final WalkFront front;
  private final Lookup lookup;
  private final List<Run> variants = new ArrayList<>();
  private int[] ownVariant = new int[0];

  VariantEdge(WalkFront front, Lookup lookup) {
    this.front = front;
    this.lookup = lookup;
  }

  /** Passes the edge; the variant that the line goes on with, or null if it ends here. */
  @Nullable Run pass(int position, HeadTable heads, Run head) {
    variants.clear();
    for (Run variant = head; variant != null; variant = heads.next(variant)) {
      variants.add(variant);
    }
    boolean stopped = findOwnVariants();
    int chosen = chosenVariant(position, stopped);
    leave(position, chosen);
    if (chosen == NOBODY) {
      front.stopAll(position);
      return null;
    }
    Run run = variants.get(chosen);
    front.passSources(position, run.ownersOf(0).view(front.residency()).sources, stopped);
    if (front.isEmpty()) {
      return null;
    }
    front.line().extend(position, run.external, 0, 1);
    return run;
  }

  /** Finds which variant each rank of the front holds; true if one holds none. */
  private boolean findOwnVariants() {
    if (ownVariant.length < lookup.ownerCount) {
      ownVariant = new int[lookup.position.length];
    }
    boolean stopped = false;
    for (int rank = OwnerBits.next(front.ranks, 0);
        rank >= 0;
        rank = OwnerBits.next(front.ranks, rank + 1)) {
      ownVariant[rank] = variantOf(rank);
      stopped |= ownVariant[rank] == NOBODY;
    }
    return stopped;
  }

  /** The variant that lists the rank, else that of its smallest projected cache owner. */
  private int variantOf(int rank) {
    OwnerTable owners = front.owners();
    int best = NOBODY;
    int smallest = NOBODY;
    for (int variant = 0; variant < variants.size(); variant++) {
      OwnerSet set = variants.get(variant).ownersOf(0);
      if (set.has(rank)) {
        return variant;
      }
      for (int owner = OwnerBits.next(set.words, 0);
          owner >= 0;
          owner = OwnerBits.next(set.words, owner + 1)) {
        if (!owners.isRank(owner)
            && isBefore(owner, smallest)
            && front.residency().projectedTo(owner) == rank) {
          smallest = owner;
          best = variant;
        }
      }
    }
    return best;
  }

  /** Whether the owner comes before the smallest so far, which may be nobody. */
  private boolean isBefore(int owner, int smallest) {
    return smallest == NOBODY || front.owners().compare(owner, smallest) < 0;
  }

  private int chosenVariant(int position, boolean stopped) {
    HashLine line = front.line();
    if (position < line.length) {
      for (int variant = 0; variant < variants.size(); variant++) {
        if (variants.get(variant).external[0] == line.hashes[position]) {
          return variant;
        }
      }
      return NOBODY;
    }
    int best = NOBODY;
    int smallest = NOBODY;
    for (int rank = OwnerBits.next(front.ranks, 0);
        rank >= 0;
        rank = OwnerBits.next(front.ranks, rank + 1)) {
      if (ownVariant[rank] != NOBODY && isBefore(rank, smallest)) {
        smallest = rank;
        best = ownVariant[rank];
      }
    }
    for (int variant = 0; front.discovers() && variant < variants.size(); variant++) {
      long[] sources = variants.get(variant).ownersOf(0).view(front.residency()).sources;
      for (int source = OwnerBits.next(sources, 0);
          source >= 0;
          source = OwnerBits.next(sources, source + 1)) {
        if (isBefore(source, smallest) && canCarryOn(source, position, stopped)) {
          smallest = source;
          best = variant;
        }
      }
    }
    return best;
  }

  /** A source on one of the variants: is it active, or could it become so here? */
  private boolean canCarryOn(int source, int position, boolean stopped) {
    if (front.follows(source)) {
      return true;
    }
    return position == 0 ? !front.owners().isRank(source) : stopped;
  }

  /** Ranks that are not on the chosen variant stop, or go on along a line of their own. */
  private void leave(int position, int chosen) {
    for (int rank = OwnerBits.next(front.ranks, 0);
        rank >= 0;
        rank = OwnerBits.next(front.ranks, rank + 1)) {
      int own = ownVariant[rank];
      if (own == NOBODY) {
        front.stopOne(position, rank);
      } else if (own != chosen) {
        front.diverge(position, rank, variants.get(own).external[0]);
      }
    }
  }
}
