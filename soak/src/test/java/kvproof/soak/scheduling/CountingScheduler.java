package kvproof.soak.scheduling;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import kvproof.model.CaseStep;
import kvproof.model.Scheduler;
import kvproof.model.SchedulerState;
import kvproof.model.SchedulerState.RankLoad;
import kvproof.model.SchedulingDecision;
import kvproof.model.SchedulingDecision.Answered;
import kvproof.model.SchedulingDecision.Refused;
import kvproof.model.SchedulingStep.Configured;
import kvproof.model.SchedulingStep.Released;
import kvproof.model.SchedulingStep.Submitted;
import kvproof.model.SelectionError.Conflict;
import kvproof.model.WorkerWithDpRank;

/** Answers every request at once and counts it as load of one rank until it is released. */
final class CountingScheduler implements Scheduler {
  enum Fault {
    NONE,
    THROWS,
    OVERFLOWS_THE_STACK,
    LEAKS,
    KEEPS_IDS,
    ANSWERS_BY_CHANCE
  }

  private static final WorkerWithDpRank ONE = new WorkerWithDpRank(1, 0);
  private static int chance;

  private final Fault fault;
  private final Set<String> booked = new HashSet<>();
  private final Set<String> reserved = new HashSet<>();
  private boolean isConfigured;

  CountingScheduler(Fault fault) {
    this.fault = fault;
  }

  @Override
  public List<SchedulingDecision> take(CaseStep step) {
    isConfigured |= step instanceof Configured;
    if (step instanceof Released(var id) && fault != Fault.LEAKS) {
      booked.remove(id);
    }
    return step instanceof Submitted(var request) ? submitted(request.id()) : List.of();
  }

  private List<SchedulingDecision> submitted(String id) {
    if (fault == Fault.KEEPS_IDS && !reserved.add(id)) {
      return List.of(new Refused(id, new Conflict(id)));
    }
    booked.add(id);
    return switch (fault) {
      case THROWS -> throw new IllegalStateException("no room for " + id);
      case OVERFLOWS_THE_STACK -> submitted(id);
      case ANSWERS_BY_CHANCE -> List.of(new Answered(id + chance++, Optional.empty()));
      case NONE, LEAKS, KEEPS_IDS -> List.of(new Answered(id, Optional.empty()));
    };
  }

  @Override
  public SchedulerState state() {
    if (!isConfigured) {
      throw new IllegalStateException("not configured");
    }
    TreeMap<WorkerWithDpRank, RankLoad> ranks = new TreeMap<>();
    ranks.put(ONE, new RankLoad(0, 0, booked.size()));
    return new SchedulerState(ranks, new TreeMap<>());
  }
}
