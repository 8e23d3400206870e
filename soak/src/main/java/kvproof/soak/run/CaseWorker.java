package kvproof.soak.run;

import java.util.SortedMap;
import kvproof.soak.report.WatchedCases;
import kvproof.soak.run.Soak.Plan;

/** Draws and runs cases, one at a time; one case in a thousand twice. */
final class CaseWorker {
  private static final int RUN_TWICE_EVERY = 1_000;

  private final Plan plan;
  private final Situations.Counter situations;
  private final CaseRunner observed;
  private final CaseRunner unobserved;

  CaseWorker(Plan plan, Contest contest, Situations.Counter situations) {
    this.plan = plan;
    this.situations = situations;
    this.observed = new CaseRunner(contest, situations);
    this.unobserved = new CaseRunner(contest);
  }

  CaseResult run(long index) {
    CaseRunner runner = WatchedCases.includes(index) ? observed : unobserved;
    CaseResult result = runner.run(plan.draw(index));
    return index % RUN_TWICE_EVERY == 0 ? comparedWithSecondRun(result, index) : result;
  }

  /** The whole case is drawn anew: the generator too must do the same twice. */
  private CaseResult comparedWithSecondRun(CaseResult first, long index) {
    return CaseTwice.compared(first, unobserved.run(plan.draw(index)));
  }

  SortedMap<String, Long> situationCounts() {
    return situations.counts();
  }
}
