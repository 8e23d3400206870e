package kvproof.benchmarks.timing;

/** The floor: every hash of a prompt is read once, in order, and nothing else is done. */
public final class HashPass {
  private final long[] hashes;

  /** Reads this very array, not a copy. */
  public HashPass(long[] hashes) {
    this.hashes = hashes;
  }

  /** One pass. */
  public int pass() {
    long mixed = 0;
    for (long hash : hashes) {
      mixed ^= hash;
    }
    return Long.hashCode(mixed);
  }
}
