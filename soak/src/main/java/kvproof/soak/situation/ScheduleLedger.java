package kvproof.soak.situation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.QueueClass;
import kvproof.model.SchedulableWorker;
import kvproof.model.SchedulerSettings;
import kvproof.model.SchedulingDecision;
import kvproof.model.SchedulingDecision.Answered;
import kvproof.model.SchedulingDecision.Chosen;
import kvproof.model.SchedulingDecision.Refused;
import kvproof.model.SchedulingStep;
import kvproof.model.SchedulingStep.AnswersHeld;
import kvproof.model.SchedulingStep.Cancelled;
import kvproof.model.SchedulingStep.ClockAdvanced;
import kvproof.model.SchedulingStep.Configured;
import kvproof.model.SchedulingStep.HealthReplaced;
import kvproof.model.SchedulingStep.WorkersReplaced;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerHealth;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/** What is known of a scheduler before a step: who waits, who was chosen, who may run requests. */
final class ScheduleLedger {

  /**
   * A request that waits.
   *
   * @param sources by its look-up and what was published when it began to wait
   */
  record Waiting(
      SelectionRequest request,
      String policyClass,
      long cost,
      long sinceNanos,
      SortedMap<WorkerWithDpRank, SourceChoice> sources) {

    boolean isPinned() {
      return request.constraints().pin().isPresent();
    }
  }

  private final List<Waiting> waiting = new ArrayList<>();
  private final Map<String, Chosen> unanswered = new LinkedHashMap<>();
  private final SortedSet<String> chosenSoFar = new TreeSet<>();
  private final SortedSet<WorkerWithDpRank> ranksChosen = new TreeSet<>();
  private List<SchedulableWorker> members = List.of();
  private WorkerHealth health = WorkerHealth.good();
  private @Nullable SchedulerSettings settings;
  private boolean isHeld;
  private long nowNanos;

  void park(
      SelectionRequest request,
      String policyClass,
      long cost,
      SortedMap<WorkerWithDpRank, SourceChoice> sources) {
    waiting.add(new Waiting(request, policyClass, cost, nowNanos, sources));
  }

  /** Oldest first. */
  List<Waiting> waiting() {
    return List.copyOf(waiting);
  }

  Optional<Waiting> waiting(SelectionRequest request) {
    return waiting.stream().filter(each -> each.request().equals(request)).findFirst();
  }

  boolean waits(String id) {
    return waiting.stream().anyMatch(each -> each.request().id().equals(id));
  }

  Optional<Chosen> unanswered(String id) {
    return Optional.ofNullable(unanswered.get(id));
  }

  /** Whether a rank was once chosen for a request of that id. */
  boolean wasChosen(String id) {
    return chosenSoFar.contains(id);
  }

  /** Every rank that was once chosen. */
  SortedSet<WorkerWithDpRank> ranksChosen() {
    return ranksChosen;
  }

  List<SchedulableWorker> members() {
    return members;
  }

  boolean isMember(WorkerWithDpRank rank) {
    return members.stream()
        .anyMatch(member -> member.workerId() == rank.workerId() && member.hasRank(rank.dpRank()));
  }

  WorkerHealth health() {
    return health;
  }

  boolean isHeld() {
    return isHeld;
  }

  Optional<SchedulerSettings> settings() {
    return Optional.ofNullable(settings);
  }

  Optional<QueueClass> queueClass(String name) {
    return settings().stream()
        .flatMap(known -> known.queue().classes().stream())
        .filter(known -> known.name().equals(name))
        .findFirst();
  }

  long nowNanos() {
    return nowNanos;
  }

  void add(SchedulingStep step, List<SchedulingDecision> decisions) {
    switch (step) {
      case Configured(var configured) -> begin(configured);
      case WorkersReplaced(var workers) -> members = workers;
      case HealthReplaced(var replaced) -> health = replaced;
      case ClockAdvanced(long time) -> nowNanos = Math.max(nowNanos, time);
      case AnswersHeld(boolean held) -> isHeld = held;
      case Cancelled(var id) -> {
        waiting.removeIf(each -> each.request().id().equals(id));
        unanswered.remove(id);
      }
      default -> {} // what comes of it is among the decisions
    }
    decisions.forEach(this::add);
  }

  private void begin(SchedulerSettings configured) {
    waiting.clear();
    unanswered.clear();
    chosenSoFar.clear();
    ranksChosen.clear();
    members = List.of();
    health = WorkerHealth.good();
    settings = configured;
    isHeld = false;
    nowNanos = 0;
  }

  private void add(SchedulingDecision decision) {
    switch (decision) {
      case Chosen chosen -> {
        stopWaiting(chosen.requestId());
        unanswered.put(chosen.requestId(), chosen);
        chosenSoFar.add(chosen.requestId());
        ranksChosen.add(chosen.rank());
      }
      case Answered(var id, var _) -> unanswered.remove(id);
      case Refused(var id, var _) -> {
        if (unanswered.remove(id) == null) {
          stopWaiting(id);
        }
      }
    }
  }

  private void stopWaiting(String id) {
    for (int i = 0; i < waiting.size(); i++) {
      if (waiting.get(i).request().id().equals(id)) {
        waiting.remove(i);
        return;
      }
    }
  }
}
