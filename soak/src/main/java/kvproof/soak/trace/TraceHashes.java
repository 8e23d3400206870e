package kvproof.soak.trace;

import kvproof.model.BlockHashes;

/**
 * Block hashes of a trace's ids, the same for every worker.
 *
 * <p>An id stands for content behind a prefix, so it fixes both hashes. The two differ, so that
 * mixing them up shows.
 */
final class TraceHashes {
  private TraceHashes() {}

  static long local(long id) {
    return mix(id, 0x9e3779b97f4a7c15L);
  }

  static long external(long id) {
    return mix(id, 0xd1b54a32d192ed03L);
  }

  /* A bijection of SplitMix64: different ids have different hashes. */
  private static long mix(long id, long salt) {
    long mixed = (id + 1) * salt;
    mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }

  static BlockHashes locals(long[] ids, int start, int end) {
    long[] hashes = new long[end - start];
    for (int i = start; i < end; i++) {
      hashes[i - start] = local(ids[i]);
    }
    return BlockHashes.of(hashes);
  }

  static BlockHashes externals(long[] ids, int start, int end) {
    long[] hashes = new long[end - start];
    for (int i = start; i < end; i++) {
      hashes[i - start] = external(ids[i]);
    }
    return BlockHashes.of(hashes);
  }
}
