package kvproof.soak.run;

import java.util.List;
import java.util.SortedMap;
import kvproof.model.Answer;
import kvproof.model.ApplyStatus;
import kvproof.model.Arrival;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.FetchAttempt;
import kvproof.model.FetchResult;
import kvproof.model.IndexStep;
import kvproof.model.KvRouter;
import kvproof.model.Request;
import kvproof.model.SchedulerState;
import kvproof.model.SchedulingDecision;
import kvproof.oracles.scheduling.SchedulingWitness;

/**
 * Sees one case while it runs, from the side of the first oracle.
 *
 * <p>Called on the thread that runs the case. An observer changes nothing.
 */
public interface CaseObserver {

  /** Sees nothing. */
  CaseObserver NOBODY = new CaseObserver() {};

  /** A case begins; {@code oracle} holds nothing yet and stays readable until the case ends. */
  default void started(Case soakCase, KvRouter oracle) {}

  /** About to apply step {@code index}; the oracle is still as it was before. */
  default void applying(int index, IndexStep step) {}

  /** Step {@code index} was applied; snapshots answer {@link ApplyStatus#OK}. */
  default void applied(int index, IndexStep step, ApplyStatus status) {}

  /** Something arrives; both calls above follow for each step that comes of it. */
  default void arriving(int index, Arrival arrival) {}

  /**
   * The oracle has taken all that came of the arrival.
   *
   * @param counts what the oracle's front has counted since the case began
   */
  default void arrived(
      int index, Arrival arrival, List<IndexStep> steps, SortedMap<String, Long> counts) {}

  /** The oracle's answer to a request, in the middle of the history or at its end. */
  default void answered(Request request, Answer expected, boolean atEnd) {}

  /**
   * A scheduler has taken a step of the case, and nothing was wrong with what it decided. Called
   * after the index has taken all steps.
   *
   * @param decisions of the scheduler under test, in the order in which they were made
   * @param state after the step; empty before anything was configured
   */
  default void scheduled(CaseStep step, List<SchedulingDecision> decisions, SchedulerState state) {}

  /**
   * A drawn fetch of the case was carried out, after all steps and answers.
   *
   * @param result as it was seen; a difference from what is right ends the case
   * @param struck whether the attempt's fault struck; false without one
   */
  default void fetched(FetchAttempt attempt, FetchResult result, boolean struck) {}

  /**
   * Is told what the oracle works out while it follows a scheduler, before each of the calls above.
   */
  default SchedulingWitness witness() {
    return SchedulingWitness.NOBODY;
  }

  /** The case is over, whatever came of it. */
  default void finished() {}
}
