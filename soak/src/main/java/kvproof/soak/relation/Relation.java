package kvproof.soak.relation;

import java.util.List;
import kvproof.model.Case;
import kvproof.model.Verdict.Difference;
import kvproof.soak.run.CaseCheck.FinishedCase;

/**
 * A change to a case, and what a right router's answers to the changed case have to do with its
 * answers to the case as it was.
 *
 * <p>Applies to the whole case at once rather than to a place drawn at random, so that a case that
 * was made smaller is still changed in the same way.
 */
interface Relation {

  /** A few words; a difference is reported as part {@code relation <name>}. */
  String name();

  /** The changed cases; none if there is nothing to change. */
  List<Case> transform(FinishedCase finished);

  /** What the answers to one of the changed cases contradict. */
  List<Difference> check(FinishedCase finished, Case changed, Replay replay);
}
