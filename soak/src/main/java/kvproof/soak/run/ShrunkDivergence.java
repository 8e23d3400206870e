package kvproof.soak.run;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import kvproof.model.Case;
import kvproof.soak.report.Divergence;
import kvproof.testkit.CaseShrinker;
import kvproof.testkit.CaseShrinker.Shrunk;

/**
 * The smallest case found that diverges in the same way as a given one.
 *
 * @param divergence of the smallest case
 * @param tries how many smaller cases were run
 */
public record ShrunkDivergence(Case smallest, Divergence divergence, int tries) {

  /**
   * Shrinks by running smaller cases; deterministic unless {@code stopped} begins to answer true,
   * which ends it with the smallest case so far. Should that one not fail the same way once more,
   * the given case is as small as it gets.
   */
  public static ShrunkDivergence of(
      CaseTrial trial, Case failing, Divergence divergence, int maxTries, BooleanSupplier stopped) {
    Predicate<Case> failsTheSameWay =
        smaller -> !stopped.getAsBoolean() && isSameWay(trial, smaller, divergence);
    Case start = plainIfPossible(trial, failing, failsTheSameWay);
    Shrunk shrunk = CaseShrinker.shrink(start, failsTheSameWay, maxTries);
    return trial
        .run(shrunk.smallest())
        .divergence()
        .filter(last -> last.isSameWayAs(divergence))
        .map(last -> new ShrunkDivergence(shrunk.smallest(), last, shrunk.tries()))
        .orElseGet(() -> new ShrunkDivergence(failing, divergence, shrunk.tries()));
  }

  /** Without arrivals, if it is not for them that the case fails. */
  private static Case plainIfPossible(
      CaseTrial trial, Case failing, Predicate<Case> failsTheSameWay) {
    Case plain = trial.plain(failing);
    return plain.equals(failing) || !failsTheSameWay.test(plain) ? failing : plain;
  }

  private static boolean isSameWay(CaseTrial trial, Case smaller, Divergence divergence) {
    Optional<Divergence> found = trial.run(smaller).divergence();
    return found.isPresent() && found.get().isSameWayAs(divergence);
  }
}
