package kvproof.soak.run;

import kvproof.soak.run.Soak.Plan;

/** Where cases are tried: within this process, or by a router in another one. */
public interface Trials {

  /** Begins nothing yet. */
  CaseSupply of(Plan plan);

  /** For one case at a time, which nobody observes. */
  CaseTrial alone();

  /** What a command line needs besides to try a case here; empty, or it begins with a blank. */
  default String rerunOptions() {
    return "";
  }

  /** Within this process. */
  static Trials within(Contest contest, Situations situations) {
    return new Trials() {
      @Override
      public CaseSupply of(Plan plan) {
        return new CasePool(plan, contest, situations);
      }

      @Override
      public CaseTrial alone() {
        return new CaseRunner(contest);
      }
    };
  }
}
