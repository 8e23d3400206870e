package kvproof.soak.run;

import kvproof.model.Answer;
import kvproof.model.ApplyStatus;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.KvRouter;
import kvproof.model.Request;

/**
 * Sees one case while it runs, from the side of the first oracle.
 *
 * <p>Called on the thread that runs the case. An observer changes nothing.
 */
public interface CaseObserver {

  /** A case begins; {@code oracle} holds nothing yet and stays readable until the case ends. */
  default void started(Case soakCase, KvRouter oracle) {}

  /** About to apply step {@code index}; the oracle is still as it was before. */
  default void applying(int index, CaseStep step) {}

  /** Step {@code index} was applied; snapshots answer {@link ApplyStatus#OK}. */
  default void applied(int index, CaseStep step, ApplyStatus status) {}

  /** The oracle's answer to a request, in the middle of the history or at its end. */
  default void answered(Request request, Answer expected, boolean atEnd) {}

  /** The case is over, whatever came of it. */
  default void finished() {}
}
