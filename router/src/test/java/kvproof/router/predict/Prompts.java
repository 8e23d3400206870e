package kvproof.router.predict;

import kvproof.model.BlockHashes;
import kvproof.model.identity.SequenceHashes;
import kvproof.testkit.SeededRandom;

/** Prompts that share prefixes: paths of up to four blocks with two contents each. */
final class Prompts {
  private Prompts() {}

  /** Local hashes of a prompt. */
  static BlockHashes draw(SeededRandom random) {
    long[] local = new long[random.below(5)];
    for (int i = 0; i < local.length; i++) {
      local[i] = random.between(1, 2);
    }
    return BlockHashes.of(local);
  }

  static BlockHashes sequence(BlockHashes local) {
    return SequenceHashes.of(local);
  }
}
