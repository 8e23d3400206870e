package kvproof.router.index;

import it.unimi.dsi.fastutil.HashCommon;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The owners of a block: an immutable set of owner numbers, one object per distinct set.
 *
 * <p>Because sets are interned by {@link OwnerSets}, equal sets are the same object.
 */
final class OwnerSet {
  /*
   * The remembered view is the one field that readers write. The race is benign: a view is immutable
   * (final fields, arrays not written after construction), so whoever sees one sees all of it, and
   * every thread would make an equal one.
   */

  /** How one residency snapshot sees a set; padded to the snapshot's number of words. */
  static final class View {
    final ResidencyView residency;

    /** Ranks that walk over such a block: those in the set, and those its owners project to. */
    final long[] projected;

    /** Members that may be sources: ranks, and advertised cache owners. */
    final long[] sources;

    /** Whether an advertised cache owner is among them. */
    final boolean advertised;

    View(ResidencyView residency, long[] projected, long[] sources, boolean advertised) {
      this.residency = residency;
      this.projected = projected;
      this.sources = sources;
      this.advertised = advertised;
    }
  }

  final long[] words;
  private final int hash;
  private @Nullable View view;

  /* The last neighbours, since stores and removals repeat one owner over many runs. */
  int lastAdded = -1;
  @Nullable OwnerSet withLastAdded;
  int lastRemoved = -1;
  @Nullable OwnerSet withoutLastRemoved;
  boolean marked;

  /** Keeps the array; its last word is not zero. */
  OwnerSet(long[] words) {
    this.words = words;
    long mixed = words.length;
    for (long word : words) {
      mixed = HashCommon.murmurHash3(mixed ^ word);
    }
    this.hash = (int) mixed;
  }

  boolean has(int number) {
    int word = number >>> 6;
    return word < words.length && (words[word] & 1L << number) != 0;
  }

  boolean isEmpty() {
    return words.length == 0;
  }

  /** This set as the snapshot sees it; remembered until another snapshot asks. */
  View view(ResidencyView residency) {
    View known = view;
    if (known == null || known.residency != residency) {
      known = residency.viewOf(this);
      view = known;
    }
    return known;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof OwnerSet that && Arrays.equals(words, that.words);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
