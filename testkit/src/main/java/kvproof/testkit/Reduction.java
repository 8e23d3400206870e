package kvproof.testkit;

import java.util.List;
import kvproof.model.Case;

/** One way of making a case smaller. */
@FunctionalInterface
interface Reduction {

  /** The cases that are one reduction away, in the order in which to try them. */
  List<Case> of(Case larger);
}
