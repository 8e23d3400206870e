package kvproof.model.identity;

import java.util.OptionalLong;
import kvproof.model.BlockHashes;

/**
 * Sequence hashes: the content of a block and of everything before it.
 *
 * <p>The seed is the same for all requests; LoRA and namespace act through the local hashes.
 */
public final class SequenceHashes {
  private static final Xxh3 CHAIN = Xxh3.seeded(Xxh3.DEFAULT_SEED);

  private SequenceHashes() {}

  /** The chain of a prompt, one hash per local hash. */
  public static BlockHashes of(BlockHashes localHashes) {
    long[] chain = localHashes.toArray();
    for (int position = 1; position < chain.length; position++) {
      chain[position] = CHAIN.hash(chain[position - 1], chain[position]);
    }
    return BlockHashes.of(chain);
  }

  /** The chain grown by one block. An absent parent is the root: the hash is the local hash. */
  public static long next(OptionalLong parent, long localHash) {
    return parent.isPresent() ? CHAIN.hash(parent.getAsLong(), localHash) : localHash;
  }
}
