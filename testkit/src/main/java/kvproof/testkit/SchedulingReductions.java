package kvproof.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import kvproof.model.SchedulableWorker;
import kvproof.model.SchedulingStep;
import kvproof.model.SchedulingStep.AnswersHeld;
import kvproof.model.SchedulingStep.Cancelled;
import kvproof.model.SchedulingStep.ClockAdvanced;
import kvproof.model.SchedulingStep.Configured;
import kvproof.model.SchedulingStep.HealthReplaced;
import kvproof.model.SchedulingStep.OutputProduced;
import kvproof.model.SchedulingStep.PrefillCompleted;
import kvproof.model.SchedulingStep.Released;
import kvproof.model.SchedulingStep.Submitted;
import kvproof.model.SchedulingStep.WorkersReplaced;
import kvproof.model.WorkerHealth;

/** Steps of a scheduler that say a little less, or say it in rounder numbers. */
final class SchedulingReductions {
  private static final List<Long> ROUND_NANOS =
      List.of(10_000_000_000L, 1_000_000_000L, 100_000_000L, 1_000_000L);

  private SchedulingReductions() {}

  static List<? extends SchedulingStep> smaller(SchedulingStep step) {
    return switch (step) {
      case Configured(var settings) ->
          SettingsReductions.smaller(settings).stream().map(Configured::new).toList();
      case WorkersReplaced(var workers) ->
          fewerWorkers(workers).stream().map(WorkersReplaced::new).toList();
      case HealthReplaced(var health) ->
          betterHealth(health).stream().map(HealthReplaced::new).toList();
      case Submitted(var request) ->
          SubmissionReductions.smaller(request).stream().map(Submitted::new).toList();
      case ClockAdvanced(long nowNanos) ->
          rounder(nowNanos).stream().map(ClockAdvanced::new).toList();
      case OutputProduced produced -> smallerOutputs(produced);
      case PrefillCompleted _, Released _, Cancelled _, AnswersHeld _ -> List.of();
    };
  }

  static List<Long> rounder(long nanos) {
    return ROUND_NANOS.stream()
        .map(unit -> nanos / unit * unit)
        .filter(rounded -> rounded != nanos)
        .distinct()
        .toList();
  }

  /** Without one worker, or with one that has one rank less, no batch, or a taint less. */
  private static List<List<SchedulableWorker>> fewerWorkers(List<SchedulableWorker> workers) {
    List<List<SchedulableWorker>> fewer = new ArrayList<>();
    for (int i = 0; i < workers.size(); i++) {
      fewer.add(CaseReductions.without(workers, i));
      for (SchedulableWorker simpler : simplerWorkers(workers.get(i))) {
        fewer.add(CaseReductions.with(workers, i, simpler));
      }
    }
    return fewer;
  }

  private static List<SchedulableWorker> simplerWorkers(SchedulableWorker worker) {
    List<SchedulableWorker> simpler = new ArrayList<>();
    long workerId = worker.workerId();
    int start = worker.startRank();
    int size = worker.rankCount();
    if (size > 1) {
      simpler.add(
          new SchedulableWorker(
              workerId, start, size - 1, worker.maxBatchedTokens(), worker.taints()));
      simpler.add(
          new SchedulableWorker(
              workerId, start + 1, size - 1, worker.maxBatchedTokens(), worker.taints()));
    }
    if (worker.maxBatchedTokens().isPresent()) {
      simpler.add(
          new SchedulableWorker(workerId, start, size, OptionalLong.empty(), worker.taints()));
    }
    for (String taint : worker.taints()) {
      SortedSet<String> fewer = without(worker.taints(), taint);
      simpler.add(new SchedulableWorker(workerId, start, size, worker.maxBatchedTokens(), fewer));
    }
    return simpler;
  }

  static <T> SortedSet<T> without(SortedSet<T> values, T value) {
    SortedSet<T> fewer = new TreeSet<>(values);
    fewer.remove(value);
    return fewer;
  }

  private static List<WorkerHealth> betterHealth(WorkerHealth health) {
    List<WorkerHealth> better = new ArrayList<>();
    if (health.available().isPresent()) {
      better.add(new WorkerHealth(Optional.empty(), health.overloaded()));
      for (long workerId : health.available().get()) {
        better.add(
            new WorkerHealth(
                Optional.of(without(health.available().get(), workerId)), health.overloaded()));
      }
    }
    for (long workerId : health.overloaded()) {
      better.add(new WorkerHealth(health.available(), without(health.overloaded(), workerId)));
    }
    return better;
  }

  private static List<OutputProduced> smallerOutputs(OutputProduced produced) {
    List<OutputProduced> smaller = new ArrayList<>();
    if (produced.blocks() > 1) {
      smaller.add(new OutputProduced(produced.requestId(), 1, produced.fraction()));
    }
    if (produced.fraction() != 1 && produced.fraction() != 0.5) {
      smaller.add(new OutputProduced(produced.requestId(), produced.blocks(), 0.5));
    }
    if (produced.fraction() != 1) {
      smaller.add(new OutputProduced(produced.requestId(), produced.blocks(), 1));
    }
    return smaller;
  }
}
