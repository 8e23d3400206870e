package kvproof.testkit;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeSet;
import kvproof.model.AffinityTarget;
import kvproof.model.BlockHashes;
import kvproof.model.RequestConstraints;
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
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerHealth;

/**
 * A {@link Renaming} of what a scheduler is told.
 *
 * <p>Sequence hashes follow the local ones where a request has the same for both; others stay, as
 * do the ids of requests.
 */
final class SchedulingRenaming {
  private final Renaming names;

  SchedulingRenaming(Renaming names) {
    this.names = names;
  }

  SchedulingStep rename(SchedulingStep step) {
    return switch (step) {
      case WorkersReplaced(var workers) ->
          new WorkersReplaced(workers.stream().map(this::rename).toList());
      case HealthReplaced(var health) ->
          new HealthReplaced(
              new WorkerHealth(
                  health.available().map(this::renameEach), renameEach(health.overloaded())));
      case Submitted(var request) -> new Submitted(rename(request));
      case Configured _,
          ClockAdvanced _,
          PrefillCompleted _,
          OutputProduced _,
          Released _,
          Cancelled _,
          AnswersHeld _ ->
          step;
    };
  }

  /** Throws {@link IllegalArgumentException} if its ranks no longer follow each other. */
  private SchedulableWorker rename(SchedulableWorker worker) {
    int start = names.dpRanks().applyAsInt(worker.startRank());
    for (int offset = 1; offset < worker.rankCount(); offset++) {
      int next = names.dpRanks().applyAsInt(worker.startRank() + offset);
      if (next != start + offset) {
        throw new IllegalArgumentException(
            "ranks of a worker are torn apart: " + worker + " at offset " + offset);
      }
    }
    return new SchedulableWorker(
        names.workerIds().applyAsLong(worker.workerId()),
        start,
        worker.rankCount(),
        worker.maxBatchedTokens(),
        worker.taints());
  }

  private SelectionRequest rename(SelectionRequest request) {
    BlockHashes local = names.renameLocal(request.localHashes());
    boolean isSame = request.sequenceHashes().equals(request.localHashes());
    return new SelectionRequest(
        request.id(),
        request.admission(),
        local,
        isSame ? local : request.sequenceHashes(),
        request.promptTokens(),
        rename(request.constraints()),
        request.wishes(),
        request.override(),
        request.sharedHits(),
        request.expectedOutputTokens());
  }

  private RequestConstraints rename(RequestConstraints constraints) {
    Optional<SortedSet<Long>> allowed = constraints.allowedWorkers().map(this::renameEach);
    return new RequestConstraints(
        allowed,
        constraints.pin().map(names::rename),
        constraints.affinity().map(this::rename),
        constraints.requiredTaints(),
        constraints.preferredTaints());
  }

  private AffinityTarget rename(AffinityTarget target) {
    long workerId = names.workerIds().applyAsLong(target.workerId());
    OptionalInt dpRank = target.dpRank();
    return new AffinityTarget(
        workerId,
        dpRank.isPresent()
            ? OptionalInt.of(names.dpRanks().applyAsInt(dpRank.getAsInt()))
            : dpRank);
  }

  private SortedSet<Long> renameEach(SortedSet<Long> workerIds) {
    SortedSet<Long> renamed = new TreeSet<>(Long::compareUnsigned);
    workerIds.forEach(workerId -> renamed.add(names.workerIds().applyAsLong(workerId)));
    return renamed;
  }
}
