package kvproof.router.queue;

import kvproof.model.SchedulingDecision.Draws;

/** What a policy drew from its random source since the log was cleared. */
public interface DrawLog {

  /** Nothing is written down. */
  DrawLog NONE =
      new DrawLog() {
        @Override
        public void clear() {}

        @Override
        public Draws draws() {
          return Draws.none();
        }
      };

  /** Allocates nothing. */
  void clear();

  Draws draws();
}
