package kvproof.soak.run;

import java.util.SortedMap;
import kvproof.testkit.Cases;
import kvproof.testkit.Profile;

/** Draws and runs cases, one at a time; one case in a thousand twice. */
final class CaseWorker {
  private static final int RUN_TWICE_EVERY = 1_000;

  private final Profile profile;
  private final Situations.Counter situations;
  private final CaseRunner observed;
  private final CaseRunner unobserved;

  CaseWorker(Profile profile, Contest contest, Situations.Counter situations) {
    this.profile = profile;
    this.situations = situations;
    this.observed = new CaseRunner(contest, situations);
    this.unobserved = new CaseRunner(contest);
  }

  CaseResult run(long index, long caseSeed) {
    CaseResult result = observed.run(Cases.draw(profile, caseSeed));
    return index % RUN_TWICE_EVERY == 0 ? comparedWithSecondRun(result, caseSeed) : result;
  }

  /** The whole case is drawn anew: the generator too must do the same twice. */
  private CaseResult comparedWithSecondRun(CaseResult first, long caseSeed) {
    return CaseTwice.compared(first, unobserved.run(Cases.draw(profile, caseSeed)));
  }

  SortedMap<String, Long> situationCounts() {
    return situations.counts();
  }
}
