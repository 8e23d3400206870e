package kvproof.router.predict;

/**
 * One physical copy of a block on a rank, as the model takes it to be there.
 *
 * <p>It is active while leases refer to it, and stands in the {@link EvictionOrder} otherwise. The
 * links belong to that order and to the {@link CopyTable}.
 */
final class Copy {
  /** Order of creation on the rank. */
  final long id;

  final long hash;

  /** Where it stood in the request that took it last. */
  long position;

  /** Once for each time that a lease refers to it. */
  int references;

  Copy evictedBefore = this;
  Copy evictedAfter = this;
  Copy elder = this;
  Copy younger = this;

  Copy(long id, long hash, long position) {
    this.id = id;
    this.hash = hash;
    this.position = position;
  }
}
