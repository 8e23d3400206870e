package kvproof.soak.scheduling;

import java.util.List;
import kvproof.model.CaseStep;
import kvproof.model.SchedulerState;
import kvproof.model.SchedulingDecision;
import kvproof.model.Verdict.Difference;

/** Follows one scheduler through one case and says what is wrong with it. */
@FunctionalInterface
public interface SchedulingJudge {

  /**
   * What is wrong with what was decided during a step, in order, and with the state after it; the
   * first difference first, nothing if all is right. Not asked again after a difference.
   */
  List<Difference> judge(CaseStep step, List<SchedulingDecision> decisions, SchedulerState state);
}
