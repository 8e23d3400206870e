package kvproof.soak.run;

import kvproof.model.Case;

/** Runs one case after the other, each from a fresh start. For one thread at a time. */
public interface CaseTrial {

  CaseResult run(Case soakCase);

  /** The same history told plainly, if the trial knows how; else the case as it is. */
  Case plain(Case soakCase);
}
