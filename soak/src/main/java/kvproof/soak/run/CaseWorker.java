package kvproof.soak.run;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Kind;
import kvproof.soak.report.Divergence;
import kvproof.soak.report.SeedText;
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
    return index % RUN_TWICE_EVERY == 0 ? checkedAgainstSecondRun(result, caseSeed) : result;
  }

  /** The whole case is drawn anew: the generator too must do the same twice. */
  private CaseResult checkedAgainstSecondRun(CaseResult first, long caseSeed) {
    CaseResult second = unobserved.run(Cases.draw(profile, caseSeed));
    if (first.digest() == second.digest()) {
      return first;
    }
    Difference difference =
        new Difference(
            Soak.DIGEST_PART,
            Kind.WRONG_VALUE,
            "the same case run twice",
            SeedText.digits(first.digest()),
            "the first run",
            SeedText.digits(second.digest()));
    return new CaseResult(
        Optional.of(new Divergence(0, List.of(difference), "the second run", Optional.empty())),
        first.digest(),
        first.eventMix());
  }

  SortedMap<String, Long> situationCounts() {
    return situations.counts();
  }
}
