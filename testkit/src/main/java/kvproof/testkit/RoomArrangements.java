package kvproof.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import kvproof.model.Admission;
import kvproof.model.CacheOwner;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.Owner;
import kvproof.model.QueueClass;
import kvproof.model.QueueWishes;
import kvproof.model.RequestConstraints;
import kvproof.model.SchedulableWorker;
import kvproof.model.SchedulingStep.AnswersHeld;
import kvproof.model.SchedulingStep.Cancelled;
import kvproof.model.SchedulingStep.HealthReplaced;
import kvproof.model.SchedulingStep.PrefillCompleted;
import kvproof.model.SchedulingStep.Submitted;
import kvproof.model.SelectionRequest;
import kvproof.model.StorageTier;
import kvproof.model.WorkerHealth;
import kvproof.model.WorkerWithDpRank;

/**
 * Several steps that belong together: requests wait, and room comes to them in one certain way.
 *
 * <p>Each has its own reason to let them go that seldom comes up by chance.
 */
final class RoomArrangements {
  private RoomArrangements() {}

  /** Requests of every class wait at once, and then there is room for some of them. */
  static void everyClassWaits(ScheduleDraft draft, SeededRandom random) {
    List<QueueClass> classes = draft.settings().queue().classes();
    QueueArrangements.busyRanks(draft, random);
    int rounds = classes.size() == 1 ? 1 : random.between(1, 3);
    for (int round = 0; round < rounds; round++) {
      for (QueueClass queueClass : random.shuffled(classes)) {
        if (random.chance(85)) {
          SelectionRequest request = anywhere(SubmissionKinds.booking(draft, random));
          draft.say(new Submitted(request.with(named(request.wishes(), nameOf(queueClass)))));
        }
      }
    }
    makeRoom(draft, random);
  }

  /** What a request asks for to get into the class, or at least into its family. */
  private static String nameOf(QueueClass queueClass) {
    return queueClass.cell().map(QueueClass.Cell::family).orElse(queueClass.name());
  }

  private static QueueWishes named(QueueWishes wishes, String name) {
    return new QueueWishes(
        name, wishes.strictPriority(), wishes.priorityJump(), OptionalLong.empty());
  }

  private static SelectionRequest anywhere(SelectionRequest request) {
    return request.with(RequestConstraints.none());
  }

  /**
   * A request waits so long that it is looked up again; meanwhile somebody got its prompt, or
   * everybody has forgotten it.
   */
  static void sourceTurnsUp(ScheduleDraft draft, SeededRandom random) {
    QueueArrangements.busyRanks(draft, random);
    PromptChain chain = draft.history().families().pick(random);
    boolean isForgotten = random.chance(20);
    if (isForgotten) {
      somebodyKnows(draft, chain, random);
    }
    Admission admission = random.chance(75) ? Admission.BOOK : Admission.LEASE;
    int tokens = chain.length() * draft.settings().blockSize();
    draft.say(
        new Submitted(
            SelectionRequest.of(draft.freshId(), admission, chain.localHashes(), tokens)));
    if (isForgotten) {
      draft.history().population().owners().forEach(owner -> forget(draft, owner));
    } else {
      somebodyKnows(draft, chain, random);
    }
    ClockKinds.untilRefresh(draft, random);
    makeRoom(draft, random);
  }

  private static void forget(ScheduleDraft draft, Owner owner) {
    draft
        .history()
        .offer(
            switch (owner) {
              case WorkerWithDpRank rank -> new Cleared(Optional.of(rank), Optional.empty());
              case CacheOwner cache -> new Cleared(Optional.empty(), Optional.of(cache));
            });
  }

  private static void somebodyKnows(ScheduleDraft draft, PromptChain chain, SeededRandom random) {
    HistoryDraft history = draft.history();
    Owner source = random.pick(history.population().owners());
    history.offer(chain.stored(source, StorageTier.HOST_PINNED, 0, chain.length()));
    if (source instanceof CacheOwner) {
      SnapshotKinds.residency(history, random);
    }
    if (random.chance(35)) {
      SnapshotKinds.reachableWorkers(history);
    }
  }

  /** What fills the ranks is cancelled before anybody was told of it. */
  static void fillersAreCancelled(ScheduleDraft draft, SeededRandom random) {
    draft.say(new AnswersHeld(true));
    List<String> fillers = fill(draft, random);
    wait(draft, random);
    for (String id : random.shuffled(fillers)) {
      if (random.chance(80)) {
        draft.say(new Cancelled(id));
      }
    }
    if (random.chance(85)) {
      draft.say(new AnswersHeld(false));
    }
  }

  /** Workers that can be reached are busy; then others can be reached that are not. */
  static void othersAreReached(ScheduleDraft draft, SeededRandom random) {
    List<SchedulableWorker> workers = random.shuffled(draft.members());
    if (workers.size() < 2) {
      return;
    }
    SortedSet<Long> reached = new TreeSet<>(Long::compareUnsigned);
    workers
        .subList(0, random.between(1, workers.size() - 1))
        .forEach(worker -> reached.add(worker.workerId()));
    draft.say(
        new HealthReplaced(
            new WorkerHealth(Optional.of(reached), new TreeSet<>(Long::compareUnsigned))));
    fill(draft, random);
    wait(draft, random);
    draft.say(new HealthReplaced(WorkerHealth.good()));
  }

  /** Fills ranks, and says by which requests. */
  private static List<String> fill(ScheduleDraft draft, SeededRandom random) {
    int before = draft.sentSoFar();
    QueueArrangements.busyRanks(draft, random);
    List<ScheduleDraft.Sent> sent = draft.sent();
    int filled = Math.min(sent.size(), draft.sentSoFar() - before);
    List<String> ids = new ArrayList<>();
    sent.subList(sent.size() - filled, sent.size()).forEach(one -> ids.add(one.request().id()));
    return ids;
  }

  private static void wait(ScheduleDraft draft, SeededRandom random) {
    int waiting = random.between(1, 2);
    for (int i = 0; i < waiting; i++) {
      SelectionRequest request = SubmissionKinds.booking(draft, random);
      draft.say(new Submitted(random.chance(75) ? anywhere(request) : request));
    }
  }

  /** Most prefills are over, of those who were handed over last too. */
  private static void makeRoom(ScheduleDraft draft, SeededRandom random) {
    for (ScheduleDraft.Sent sent : List.copyOf(draft.sent())) {
      if (random.chance(70)) {
        draft.say(new PrefillCompleted(sent.request().id()));
      }
    }
  }
}
