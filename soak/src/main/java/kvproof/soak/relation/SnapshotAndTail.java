package kvproof.soak.relation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.IndexStep;
import kvproof.model.Verdict.Difference;
import kvproof.soak.run.CaseCheck.FinishedCase;

/**
 * A fresh router takes the dump of one that was stopped on its way, and then the rest of the
 * history: all of it that came after the dump, or more, since steps that come again change nothing.
 */
final class SnapshotAndTail implements Relation {
  private static final int CUTS = 4;

  @Override
  public String name() {
    return "snapshot and tail";
  }

  @Override
  public List<Case> transform(FinishedCase finished) {
    List<IndexStep> history = finished.soakCase().indexSteps();
    List<Case> changed = new ArrayList<>();
    for (int part = 1; part < CUTS; part++) {
      int cut = history.size() * part / CUTS;
      Optional<List<CaseStep>> dump = StateDump.after(finished.router(), history.subList(0, cut));
      if (dump.isEmpty()) {
        return List.of();
      }
      changed.add(continued(finished.soakCase(), dump.get(), history, cut));
      changed.add(continued(finished.soakCase(), dump.get(), history, cut / 2));
    }
    return changed;
  }

  private static Case continued(
      Case soakCase, List<CaseStep> dump, List<IndexStep> history, int from) {
    List<CaseStep> steps = new ArrayList<>(dump);
    steps.addAll(history.subList(from, history.size()));
    return StateDump.withSteps(soakCase, steps);
  }

  @Override
  public List<Difference> check(FinishedCase finished, Case changed, Replay replay) {
    return Comparison.unchanged(finished, replay);
  }
}
