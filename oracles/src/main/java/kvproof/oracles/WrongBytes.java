package kvproof.oracles;

/**
 * Whose bytes must be found in the place of a block that was reported as written and is wrong.
 *
 * <p>Says nothing about sizes, nor about what a place held before: whoever made the place knows.
 * The halves are those of the whole block, its parts one after the other.
 */
public sealed interface WrongBytes {

  /** External hash of the block that ought to be there. */
  long hash();

  /** All of it is another block, whole. */
  record OfBlock(long hash, long otherHash) implements WrongBytes {
    public OfBlock {
      if (hash == otherHash) {
        throw new IllegalArgumentException(
            "no wrong bytes: those of block " + Long.toHexString(hash) + " in its own place");
      }
    }
  }

  /** The first half is the block's own; the rest is what lay there before. */
  record FirstHalf(long hash) implements WrongBytes {}

  /** All of it is what lay there before. */
  record NotWritten(long hash) implements WrongBytes {}
}
