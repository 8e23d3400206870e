package kvproof.oracles.scheduling;

import java.util.List;
import kvproof.model.CaseStep;
import kvproof.model.SchedulerState;
import kvproof.model.SchedulingDecision;
import kvproof.model.Verdict;

/** Conservation of bookings: what was booked is released, and nothing else is. */
public final class BookingLedger {

  /** Takes a step, what was decided during it, in order, and the state after it. */
  public List<Verdict.Difference> judge(
      CaseStep step, List<SchedulingDecision> decisions, SchedulerState state) {
    return List.of();
  }
}
