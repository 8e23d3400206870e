package kvproof.soak.canary;

import kvproof.soak.report.Divergence;
import kvproof.testkit.Profile;

/** What became of one mutant. */
public sealed interface TrialResult {
  Mutant mutant();

  /**
   * The soak noticed.
   *
   * @param cases how many it took, the one that diverged included
   * @param profile of the case that diverged
   * @param divergence of the shrunk case
   * @param shrunkSteps events and snapshots of the shrunk case
   */
  record Caught(Mutant mutant, long cases, Profile profile, Divergence divergence, int shrunkSteps)
      implements TrialResult {}

  /** All cases agreed: the soak has a hole, or the mutant changes nothing. */
  record Survived(Mutant mutant, long cases) implements TrialResult {}

  /** The edit no longer fits the source, or no longer compiles. */
  record Rotted(Mutant mutant, String reason) implements TrialResult {}
}
