package kvproof.soak.run;

import java.util.List;
import kvproof.model.Verdict.Difference;
import kvproof.soak.digest.Digest;
import kvproof.soak.fetch.FetchCheck;
import kvproof.soak.fetch.FetchReport;

/** Carries out the fetches of a case, if it has any, and looks at every byte that arrives. */
public final class HintsCarriedOut implements CaseCheck {

  @Override
  public String name() {
    return "the fetch";
  }

  @Override
  public List<Difference> check(FinishedCase finished, Digest digest) {
    if (finished.soakCase().fetches().isEmpty()) {
      return List.of();
    }
    FetchReport report = FetchCheck.check(finished.soakCase(), finished.answers());
    digest.add(report.digest());
    return report.differences();
  }
}
