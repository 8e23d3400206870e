package kvproof.router.index;

import org.jspecify.annotations.Nullable;

/** Tells an observer, if there is one, when a hash gets its first owner and loses its last. */
final class BlockLives {
  private final BlockLayout layout;
  private @Nullable BlockLifecycleObserver observer;

  BlockLives(BlockLayout layout) {
    this.layout = layout;
  }

  void observe(@Nullable BlockLifecycleObserver newObserver) {
    observer = newObserver;
  }

  boolean isObserved() {
    return observer != null;
  }

  boolean isAlive(long external) {
    return observer != null && layout.hasOwner(external);
  }

  /** The hash got an owner. */
  void begin(long external, boolean wasAlive) {
    BlockLifecycleObserver told = observer;
    if (told != null && !wasAlive) {
      told.created(external);
    }
  }

  /** The hash lost an owner that may have been its last. */
  void end(long external) {
    BlockLifecycleObserver told = observer;
    if (told != null && !layout.hasOwner(external)) {
      told.removed(external);
    }
  }
}
