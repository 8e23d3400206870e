package kvproof.soak.fetch;

import java.util.List;
import kvproof.model.Verdict.Difference;
import kvproof.soak.run.CaseCheck;
import kvproof.soak.run.Digest;

/** {@link FetchCheck} among the further checks of a case; without effect on one without fetches. */
public final class FetchCaseCheck implements CaseCheck {

  @Override
  public String name() {
    return "workers";
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
