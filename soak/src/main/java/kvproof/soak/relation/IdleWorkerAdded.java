package kvproof.soak.relation;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.BlockHashes;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.Verdict.Difference;
import kvproof.model.WorkerRecord;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.soak.run.CaseCheck.FinishedCase;

/**
 * A worker that never holds a block joins: it is listed, says so on the device, and is a target of
 * every request. The other targets' answers stay as they were.
 */
final class IdleWorkerAdded implements Relation {

  @Override
  public String name() {
    return "idle worker added";
  }

  @Override
  public List<Case> transform(FinishedCase finished) {
    Case soakCase = finished.soakCase();
    WorkerWithDpRank idle = newRank(soakCase);
    List<CaseStep> steps = new ArrayList<>();
    steps.add(
        new Stored(
            idle,
            StorageTier.DEVICE,
            OptionalLong.empty(),
            BlockHashes.empty(),
            BlockHashes.empty()));
    soakCase.steps().forEach(step -> steps.add(withWorker(step, idle)));
    List<Request> requests =
        soakCase.requests().stream().map(request -> withTarget(request, idle)).toList();
    return List.of(
        new Case(soakCase.profile(), soakCase.seed(), steps, requests, soakCase.fetches()));
  }

  /** Larger than all others, or smaller if there is no larger one. */
  private static WorkerWithDpRank newRank(Case soakCase) {
    NavigableSet<Long> ids = Participants.workerIds(soakCase);
    long id = ids.isEmpty() ? 0 : ids.last() + 1;
    while (ids.contains(id)) {
      id++; // past 2^64-1 comes 0
    }
    return new WorkerWithDpRank(id, 0);
  }

  private static CaseStep withWorker(CaseStep step, WorkerWithDpRank idle) {
    if (!(step instanceof WorkerSnapshot snapshot) || !snapshot.isListed()) {
      return step;
    }
    List<WorkerRecord> workers = new ArrayList<>(snapshot.workers().values());
    SortedSet<Integer> ranks = new TreeSet<>();
    ranks.add(idle.dpRank());
    SortedMap<Integer, String> endpoints = new TreeMap<>();
    endpoints.put(idle.dpRank(), WorkerSnapshot.defaultEndpoint(idle));
    workers.add(
        new WorkerRecord(
            idle.workerId(),
            ranks,
            WorkerSnapshot.DEFAULT_WORKER_TYPE,
            endpoints,
            Optional.empty(),
            Optional.empty()));
    return WorkerSnapshot.of(workers);
  }

  private static Request withTarget(Request request, WorkerWithDpRank idle) {
    List<WorkerWithDpRank> targets = new ArrayList<>(request.targets());
    targets.add(idle);
    return new Request(request.id(), request.localHashes(), targets);
  }

  @Override
  public List<Difference> check(FinishedCase finished, Case changed, Replay replay) {
    WorkerWithDpRank idle = newRank(finished.soakCase());
    SortedMap<String, Answer> others = new TreeMap<>();
    replay.answers().forEach((id, answer) -> others.put(id, withoutTarget(answer, idle)));
    return Comparison.unchanged(finished, new Replay(others, replay.held(), replay.router()));
  }

  private static Answer withoutTarget(Answer answer, WorkerWithDpRank idle) {
    SortedMap<WorkerWithDpRank, SourceChoice> choices = new TreeMap<>(answer.choices());
    choices.remove(idle);
    return new Answer(
        answer.device(), answer.lower(), answer.candidates(), answer.intervals(), choices);
  }
}
