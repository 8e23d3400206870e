package kvproof.router.index;

/**
 * External hashes that some ranks share, one for each position of a prompt.
 *
 * <p>The chain is such a line; ranks that know a block under another hash go on along a line of
 * their own, of which the hashes before they left are not known.
 */
final class HashLine {
  long[] hashes = new long[0];

  /** Hashes of positions in {@code [knownFrom, length)} are known, and that of the one before. */
  int length;

  private int knownFrom;

  /** Begins an empty line with room for a prompt of {@code blocks}. */
  void begin(int blocks) {
    makeRoom(blocks);
    length = 0;
    knownFrom = 0;
  }

  /** Begins a line that is known from a position on, and by the hash before it. */
  void beginAt(int position, long hashBefore, int blocks) {
    makeRoom(blocks);
    length = position;
    knownFrom = position;
    if (position > 0) {
      hashes[position - 1] = hashBefore;
    }
  }

  private void makeRoom(int blocks) {
    if (hashes.length < blocks) {
      hashes = new long[blocks];
    }
  }

  /** Whether a rank that stands at the position with this hash before it stands on the line. */
  boolean passes(int position, long hashBefore) {
    return position == 0
        ? knownFrom == 0
        : position >= knownFrom && position <= length && hashes[position - 1] == hashBefore;
  }

  /** Hash before a position; 0 before the first one. */
  long before(int position) {
    return position == 0 ? 0 : hashes[position - 1];
  }

  /** Goes on with the hashes of a run's blocks, where the line is not that long yet. */
  void extend(int position, long[] external, int from, int blocks) {
    int end = position + blocks;
    if (end > length) {
      int skip = Math.max(0, length - position);
      System.arraycopy(external, from + skip, hashes, position + skip, blocks - skip);
      length = end;
    }
  }

  /** Forgets what is known from a position on. */
  void shortenTo(int position) {
    length = position;
  }
}
