package kvproof.router.index;

/**
 * Is told when an external hash gets its first owner in one index, and when it loses its last.
 *
 * <p>Further stores, moves and the removal of one of several owners are silent. Called on the
 * thread that applies the event.
 */
public interface BlockLifecycleObserver {
  void created(long externalHash);

  void removed(long externalHash);
}
