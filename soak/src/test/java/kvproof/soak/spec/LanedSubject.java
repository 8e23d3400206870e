package kvproof.soak.spec;

import kvproof.model.KvRouter;
import kvproof.router.lane.LanedRouter;

/** The router with threads of its own, each event applied before the next one is handed over. */
final class LanedSubject implements Subject {
  private final LanedRouter router;

  LanedSubject(int lanes) {
    router = new LanedRouter(lanes);
    router.trackResidentBlocks();
  }

  @Override
  public KvRouter router() {
    return router;
  }

  @Override
  public void close() {
    router.close();
  }
}
