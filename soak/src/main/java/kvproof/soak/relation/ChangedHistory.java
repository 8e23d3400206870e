package kvproof.soak.relation;

import java.util.List;
import kvproof.model.Case;
import kvproof.model.CaseStep;

/** Cases with another history and the same requests. */
final class ChangedHistory {
  private ChangedHistory() {}

  /** None if the history is the same. */
  static List<Case> of(Case soakCase, List<CaseStep> steps) {
    return steps.equals(soakCase.steps())
        ? List.of()
        : List.of(
            new Case(
                soakCase.profile(),
                soakCase.seed(),
                steps,
                soakCase.requests(),
                soakCase.fetches()));
  }
}
