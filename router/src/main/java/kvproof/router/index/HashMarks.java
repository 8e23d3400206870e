package kvproof.router.index;

import it.unimi.dsi.fastutil.HashCommon;
import java.util.Arrays;

/** Finds out which hashes were marked before; scratch space, emptied in no time. */
final class HashMarks {
  private static final int SMALLEST = 64;

  private long[] hashes = new long[SMALLEST];

  /** Entries of another round are free. */
  private int[] rounds = new int[SMALLEST];

  private int round = 1;

  /** Unmarks all; there is room for {@code count} from now on. */
  void begin(int count) {
    round++;
    if (2L * count > hashes.length) {
      int size = HashCommon.nextPowerOfTwo(2 * count);
      hashes = new long[size];
      rounds = new int[size];
      round = 1;
    } else if (round == Integer.MAX_VALUE) {
      Arrays.fill(rounds, 0);
      round = 1;
    }
  }

  /** Marks a hash; false if it was marked before. */
  boolean mark(long hash) {
    int at = find(hash);
    if (rounds[at] == round) {
      return false;
    }
    rounds[at] = round;
    hashes[at] = hash;
    return true;
  }

  boolean isMarked(long hash) {
    return rounds[find(hash)] == round;
  }

  /** Where the hash is, or else the place that is free for it. */
  private int find(long hash) {
    int mask = hashes.length - 1;
    int at = (int) HashCommon.mix(hash) & mask;
    while (rounds[at] == round && hashes[at] != hash) {
      at = at + 1 & mask;
    }
    return at;
  }
}
