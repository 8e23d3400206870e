package kvproof.soak.relation;

import java.util.ArrayList;
import java.util.List;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.Verdict.Difference;
import kvproof.soak.run.CaseCheck.FinishedCase;

/**
 * Every step comes twice in a row: nothing changes. Statuses and statistics do, and are not asked
 * for.
 */
final class EventsRepeated implements Relation {

  @Override
  public String name() {
    return "events repeated";
  }

  @Override
  public List<Case> transform(FinishedCase finished) {
    List<CaseStep> steps = new ArrayList<>();
    for (CaseStep step : finished.soakCase().steps()) {
      steps.add(step);
      steps.add(step);
    }
    return ChangedHistory.of(finished.soakCase(), steps);
  }

  @Override
  public List<Difference> check(FinishedCase finished, Case changed, Replay replay) {
    return Comparison.unchanged(finished, replay);
  }
}
