package kvproof.model;

import java.util.List;

/**
 * Whatever chooses workers for requests, parks and books them: one partition with its own index.
 *
 * <p>Time stands still but for {@link SchedulingStep.ClockAdvanced}. For one thread at a time.
 */
public interface Scheduler {

  /** Takes an index step or a scheduling step; refuses arrivals. */
  List<SchedulingDecision> take(CaseStep step);

  /** As of the clock's time now. */
  SchedulerState state();
}
