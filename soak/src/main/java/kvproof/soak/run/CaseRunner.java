package kvproof.soak.run;

import kvproof.model.Arrival;
import kvproof.model.Case;

/**
 * Runs cases of one contest, each with fresh sides, and stops each at its first divergence.
 *
 * <p>After every step the status, the resident counts of the ranks that the step touches and one
 * request (by turns) are compared; at the end all requests, all resident counts, the inventories
 * and the statistics, and then the contest's further checks. For one thread at a time.
 */
public final class CaseRunner implements CaseTrial {
  private final Contest contest;
  private final CaseObserver observer;

  public CaseRunner(Contest contest) {
    this(contest, CaseObserver.NOBODY);
  }

  public CaseRunner(Contest contest, CaseObserver observer) {
    this.contest = contest;
    this.observer = observer;
  }

  @Override
  public CaseResult run(Case soakCase) {
    return new CaseRun(soakCase, contest, observer).run();
  }

  /**
   * The case with what its arrivals come to by the reference in their place; as it is if nothing
   * arrives, or the reference fails.
   */
  @Override
  public Case plain(Case soakCase) {
    if (soakCase.steps().stream().noneMatch(Arrival.class::isInstance)) {
      return soakCase;
    }
    try {
      return contest.oracles().getFirst().fronted().flattened(soakCase);
    } catch (RuntimeException | AssertionError failure) {
      return soakCase;
    }
  }
}
