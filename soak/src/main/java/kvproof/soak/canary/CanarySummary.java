package kvproof.soak.canary;

import java.util.List;
import kvproof.soak.canary.TrialResult.Caught;
import kvproof.soak.canary.TrialResult.Rotted;
import kvproof.soak.canary.TrialResult.Survived;

/**
 * The closing line of a canary run.
 *
 * @param mutants how many were to be tried
 * @param results at most as many
 */
public record CanarySummary(int mutants, List<TrialResult> results) {
  /** A fault that so few cases show is no test of the soak. */
  private static final int EASY_CASES = 10;

  public CanarySummary {
    results = List.copyOf(results);
  }

  /** Every mutant was tried and caught. */
  public boolean isGood() {
    return caught().size() == mutants;
  }

  public boolean isComplete() {
    return results.size() == mutants;
  }

  /** {@code subtle} counts faults of the router that took more than ten cases. */
  public String line() {
    return "CANARY mutants="
        + mutants
        + " caught="
        + caught().size()
        + " survived="
        + results.stream().filter(Survived.class::isInstance).count()
        + " rotted="
        + results.stream().filter(Rotted.class::isInstance).count()
        + " subtle="
        + caught().stream().filter(CanarySummary::isSubtle).count()
        + " median_shrunk="
        + medianShrunk();
  }

  private static boolean isSubtle(Caught caught) {
    return caught.mutant().module() == MutatedModule.ROUTER && caught.cases() > EASY_CASES;
  }

  private List<Caught> caught() {
    return results.stream().filter(Caught.class::isInstance).map(Caught.class::cast).toList();
  }

  /** Of an even number the larger middle one, so that it never flatters. */
  private String medianShrunk() {
    List<Integer> steps = caught().stream().map(Caught::shrunkSteps).sorted().toList();
    return steps.isEmpty() ? "-" : steps.get(steps.size() / 2).toString();
  }
}
