package kvproof.soak.run;

import java.util.List;
import java.util.Optional;
import kvproof.model.Case;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Kind;
import kvproof.soak.report.Divergence;
import kvproof.soak.report.SeedText;

/**
 * A case that is run twice and must end in the same state.
 *
 * <p>Catches whatever hangs on more than the case: an address, a clock, what ran before.
 */
public final class CaseTwice {
  static final String DIGEST_PART = "digest";

  private CaseTwice() {}

  /** The result of the first run, unless the second one differs: then that is the divergence. */
  public static CaseResult run(CaseRunner runner, Case soakCase) {
    return compared(runner.run(soakCase), runner.run(soakCase));
  }

  /** The first of two results, unless the second one differs. */
  public static CaseResult compared(CaseResult first, CaseResult second) {
    if (first.digest() == second.digest()) {
      return first;
    }
    Difference difference =
        new Difference(
            DIGEST_PART,
            Kind.WRONG_VALUE,
            "the same case run twice",
            SeedText.digits(first.digest()),
            "the first run",
            SeedText.digits(second.digest()));
    return new CaseResult(
        Optional.of(new Divergence(0, List.of(difference), "the second run", Optional.empty())),
        first.digest(),
        first.eventMix(),
        first.front());
  }
}
