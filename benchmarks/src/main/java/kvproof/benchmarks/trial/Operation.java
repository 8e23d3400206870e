package kvproof.benchmarks.trial;

import kvproof.benchmarks.fixture.FilledRouter;

/** What is timed: one call on a filled router, with a result. */
@FunctionalInterface
public interface Operation {
  int call(FilledRouter router);
}
