package kvproof.soak.outside;

import kvproof.soak.run.RouterTrouble;

/** What came of one question: an answer, or the trouble instead of it. */
sealed interface Reply {
  record Answered(Said said) implements Reply {}

  record Failed(RouterTrouble trouble) implements Reply {}
}
