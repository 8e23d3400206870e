package kvproof.soak.dataplane.service;

/** A place in a fetch where it stops until it is let go. For the process's thread. */
interface Hold {
  /** Whether the fetch stands there now. */
  boolean isReached();

  /** Lets it go on, for good; also before it came there. */
  void release();
}
