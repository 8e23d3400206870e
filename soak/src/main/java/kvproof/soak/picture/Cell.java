package kvproof.soak.picture;

import kvproof.model.Owner;

/** What one owner has at one block position of the prompt on one tier. */
public sealed interface Cell {

  /** No block. */
  record Empty() implements Cell {}

  /** No block here: the owner's walk counted the position on a tier above. */
  record CountedAbove() implements Cell {}

  /**
   * A block.
   *
   * @param onChain held under the hash that the look-up's chain has here, as far as the chain goes
   * @param holder the owner itself, or the cache owner that is projected to it
   */
  record Held(Reach reach, boolean onChain, long externalHash, Owner holder) implements Cell {}

  /** How a block that is held relates to the walk of its owner's row. */
  enum Reach {
    /** The walk from the root counts it on this tier. */
    COUNTED,
    /** The same, through a cache owner that is projected to the rank. */
    PROJECTED,
    /** The walk counted it on a tier above; it is held here too. */
    HELD_TOO,
    /** No walk from the root gets to it here: it is detached, or of another hash line. */
    APART
  }

  /** Whether the two look alike: the hash alone does not show from afar. */
  default boolean looksLike(Cell other) {
    return this instanceof Held(Reach reach, boolean onChain, long _, Owner holder)
        ? other instanceof Held that
            && reach == that.reach()
            && onChain == that.onChain()
            && holder.equals(that.holder())
        : equals(other);
  }
}
