package kvproof.soak.situation;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.CaseStep;
import kvproof.model.SchedulerState;
import kvproof.model.SchedulingDecision;
import kvproof.model.SchedulingStep;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerWithDpRank;
import kvproof.oracles.scheduling.SchedulingWitness;
import kvproof.oracles.scheduling.WeighedChoice;

/** One scheduler as it runs: puts together what there is to see and shows it to the tally. */
final class ScheduleWatch implements SchedulingWitness {
  private final Tally tally;
  private final ScheduleLedger ledger = new ScheduleLedger();
  private final List<WeighedChoice> choices = new ArrayList<>();
  private SchedulerState before = new SchedulerState(new TreeMap<>(), new TreeMap<>());

  ScheduleWatch(Tally tally) {
    this.tally = tally;
  }

  @Override
  public void parked(
      SelectionRequest request,
      String policyClass,
      long cost,
      SortedMap<WorkerWithDpRank, SourceChoice> sources) {
    ledger.park(request, policyClass, cost, sources);
  }

  @Override
  public void chose(WeighedChoice choice) {
    choices.add(choice);
  }

  void scheduled(CaseStep step, List<SchedulingDecision> decisions, SchedulerState after) {
    if (step instanceof SchedulingStep taken) {
      tally.see(SchedulingScene.of(taken, decisions, before, after, ledger, choices));
      ledger.add(taken, decisions);
      before = after;
    }
    choices.clear();
  }
}
