package kvproof.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.Admission;
import kvproof.model.CacheOwner;
import kvproof.model.Owner;
import kvproof.model.RequestConstraints;
import kvproof.model.ResidencySnapshot;
import kvproof.model.ResidencySnapshot.HintSource;
import kvproof.model.SchedulingStep.AnswersHeld;
import kvproof.model.SchedulingStep.Submitted;
import kvproof.model.SelectionRequest;
import kvproof.model.StorageTier;
import kvproof.model.StreamState;
import kvproof.model.WorkerRecord;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;

/**
 * What is looked at again after a choice: a source that is no longer what it was when the caller is
 * told, an id that is asked for again.
 */
final class AnswerArrangements {
  private AnswerArrangements() {}

  /**
   * Several could serve a prompt; one of them is chosen, and one thing about some of them changes.
   */
  static void sourceChanges(ScheduleDraft draft, SeededRandom random) {
    HistoryDraft history = draft.history();
    PromptChain chain = history.families().pick(random);
    List<Owner> owners = random.shuffled(history.population().owners());
    List<Owner> sources = owners.subList(0, Math.min(owners.size(), random.between(1, 3)));
    for (Owner source : sources) {
      history.offer(chain.stored(source, StorageTier.HOST_PINNED, 0, chain.length()));
    }
    if (sources.stream().anyMatch(CacheOwner.class::isInstance)) {
      advertise(draft, ":9000", random);
    }
    if (random.chance(70)) {
      SnapshotKinds.reachableWorkers(history);
    }
    draft.say(new AnswersHeld(true));
    int requests = random.between(1, 2);
    for (int i = 0; i < requests; i++) {
      draft.say(new Submitted(request(draft, chain, random)));
    }
    change(draft, sources, random);
    draft.say(new AnswersHeld(false));
  }

  /** An id is reserved, a sweep looks at it, and somebody asks for it again. */
  static void idComesAgain(ScheduleDraft draft, SeededRandom random) {
    PromptChain chain = draft.history().families().pick(random);
    int tokens = chain.length() * draft.settings().blockSize();
    SelectionRequest request =
        SelectionRequest.of(draft.freshId(), Admission.BOOK, chain.localHashes(), tokens);
    draft.say(new Submitted(request));
    ClockKinds.untilSweep(draft, random);
    draft.say(new Submitted(request));
  }

  /** Often for a rank that has nothing of the prompt, so that there is something to fetch. */
  private static SelectionRequest request(
      ScheduleDraft draft, PromptChain chain, SeededRandom random) {
    Admission admission = random.chance(70) ? Admission.BOOK : Admission.LEASE;
    int tokens = chain.length() * draft.settings().blockSize();
    SelectionRequest request =
        SelectionRequest.of(draft.freshId(), admission, chain.localHashes(), tokens);
    List<WorkerWithDpRank> ranks = draft.memberRanks();
    return ranks.isEmpty() || random.chance(40)
        ? request
        : request.with(RequestConstraints.none().withPin(random.pick(ranks)));
  }

  private static void change(ScheduleDraft draft, List<Owner> sources, SeededRandom random) {
    switch (random.weighted(24, 18, 18, 16, 16, 8)) {
      case 0 -> {
        for (Owner source : sources) {
          if (random.chance(65)) {
            draft.history().add(new StreamState(source, true));
          }
        }
      }
      case 1 -> republish(draft, random, AnswerArrangements::moved);
      case 2 -> republish(draft, random, AnswerArrangements::ofOtherType);
      case 3 -> republish(draft, random, AnswerArrangements::spokenFor);
      case 4 -> advertise(draft, ":9001", random);
      default -> republish(draft, random, AnswerArrangements::withoutEndpoint);
    }
  }

  private interface Alteration {
    WorkerRecord of(WorkerRecord worker);
  }

  /** The same workers once more, most of them altered. */
  private static void republish(ScheduleDraft draft, SeededRandom random, Alteration alteration) {
    List<WorkerRecord> records = new ArrayList<>();
    for (WorkerRecord worker : MemberKinds.published(draft)) {
      records.add(random.chance(60) ? alteration.of(worker) : worker);
    }
    draft.history().add(WorkerSnapshot.of(records));
  }

  private static WorkerRecord moved(WorkerRecord worker) {
    SortedMap<Integer, String> endpoints = new TreeMap<>(worker.endpoints());
    endpoints.replaceAll((dpRank, endpoint) -> endpoint.replace(":9", ":8"));
    return with(worker, worker.workerType(), endpoints, worker.eventSource());
  }

  private static WorkerRecord withoutEndpoint(WorkerRecord worker) {
    return with(worker, worker.workerType(), new TreeMap<>(), worker.eventSource());
  }

  private static WorkerRecord ofOtherType(WorkerRecord worker) {
    return with(worker, "prefill", worker.endpoints(), worker.eventSource());
  }

  private static WorkerRecord spokenFor(WorkerRecord worker) {
    return with(worker, worker.workerType(), worker.endpoints(), Optional.of("state_agent_v2"));
  }

  private static WorkerRecord with(
      WorkerRecord worker,
      String workerType,
      SortedMap<Integer, String> endpoints,
      Optional<String> eventSource) {
    return new WorkerRecord(
        worker.workerId(), worker.ranks(), workerType, endpoints, eventSource, worker.island());
  }

  /** Every cache owner but a few can be reached, at this port. */
  private static void advertise(ScheduleDraft draft, String port, SeededRandom random) {
    SortedMap<CacheOwner, HintSource> hintSources = new TreeMap<>();
    for (CacheOwner owner : draft.history().population().cacheOwners()) {
      if (random.chance(85)) {
        String endpoint = SnapshotKinds.endpoint(owner).replace(":9000", port);
        hintSources.put(
            owner, new HintSource(endpoint, WorkerSnapshot.DEFAULT_WORKER_TYPE, Optional.empty()));
      }
    }
    draft.history().add(new ResidencySnapshot(new TreeMap<>(), hintSources));
  }
}
