package kvproof.testkit;

import java.util.List;
import kvproof.model.Admission;
import kvproof.model.CacheOwner;
import kvproof.model.Owner;
import kvproof.model.RequestConstraints;
import kvproof.model.SchedulingStep.AnswersHeld;
import kvproof.model.SchedulingStep.Cancelled;
import kvproof.model.SchedulingStep.HealthReplaced;
import kvproof.model.SchedulingStep.PrefillCompleted;
import kvproof.model.SchedulingStep.Released;
import kvproof.model.SchedulingStep.Submitted;
import kvproof.model.SelectionRequest;
import kvproof.model.StorageTier;
import kvproof.model.StreamState;
import kvproof.model.WorkerHealth;
import kvproof.model.WorkerWithDpRank;

/**
 * Several steps that belong together: what chance alone would seldom put next to each other.
 *
 * <p>Whether requests really wait in them is up to the scheduler; mostly they do.
 */
final class QueueArrangements {
  private QueueArrangements() {}

  /** Every rank has something to prefill, so that what comes next waits if it ever does. */
  static void busyRanks(ScheduleDraft draft, SeededRandom random) {
    for (WorkerWithDpRank rank : draft.memberRanks()) {
      if (random.chance(92)) {
        draft.fill(SubmissionKinds.filler(draft, rank, random));
      }
    }
  }

  /** Requests wait; meanwhile the cache changes; time passes; then somebody has room. */
  static void waiting(ScheduleDraft draft, SeededRandom random) {
    if (random.chance(12)) {
      MemberKinds.halfAvailable(draft, random);
    }
    busyRanks(draft, random);
    int waiting = random.between(1, 3);
    for (int i = 0; i < waiting; i++) {
      draft.say(new Submitted(SubmissionKinds.booking(draft, random)));
    }
    meanwhile(draft, random);
    if (random.chance(75)) {
      ClockKinds.untilRefresh(draft, random);
    }
    int freed = random.between(1, 3);
    for (int i = 0; i < freed; i++) {
      makeRoom(draft, random);
    }
  }

  /** What changes the choice of a request that is looked up again. */
  private static void meanwhile(ScheduleDraft draft, SeededRandom random) {
    int changes = random.between(0, 4);
    for (int i = 0; i < changes; i++) {
      switch (random.weighted(40, 18, 18, 12, 8, 4)) {
        case 0 -> somebodyElseKnows(draft, random);
        case 1 -> RemovalKinds.suffix(draft.history(), random);
        case 2 -> MemberKinds.gap(draft, random);
        case 3 -> MemberKinds.withdraw(draft, random);
        case 4 -> SnapshotKinds.residency(draft.history(), random);
        default -> RemovalKinds.clearRank(draft.history(), random);
      }
    }
  }

  /** A rank or a cache owner gets all of a prompt. */
  private static void somebodyElseKnows(ScheduleDraft draft, SeededRandom random) {
    HistoryDraft history = draft.history();
    PromptChain chain = history.families().pick(random);
    Owner owner = random.pick(history.population().owners());
    boolean isOnDevice = !(owner instanceof CacheOwner) && random.chance(50);
    StorageTier tier = isOnDevice ? StorageTier.DEVICE : StorageTier.HOST_PINNED;
    int end =
        random.chance(60) ? chain.length() : history.families().cut(random, 1, chain.length());
    history.offer(chain.stored(owner, tier, 0, end));
  }

  private static void makeRoom(ScheduleDraft draft, SeededRandom random) {
    switch (random.weighted(45, 24, 10, 8, 5, 8)) {
      case 0 -> draft.say(new PrefillCompleted(draft.someBookedId(random)));
      case 1 -> draft.say(new Released(draft.someBookedId(random)));
      case 2 -> ClockKinds.any(draft, random);
      case 3 -> MemberKinds.join(draft, random);
      case 4 -> draft.say(new Cancelled(draft.someBookedId(random)));
      default -> draft.say(new HealthReplaced(WorkerHealth.good()));
    }
  }

  /** Choices are made, and something happens before anybody is told. */
  static void betweenChoiceAndAnswer(ScheduleDraft draft, SeededRandom random) {
    draft.say(new AnswersHeld(true));
    int chosen = random.between(1, 3);
    for (int i = 0; i < chosen; i++) {
      draft.say(new Submitted(SubmissionKinds.booking(draft, random)));
    }
    switch (random.weighted(24, 18, 20, 14, 8, 8, 8)) {
      case 0 -> everyStreamGetsAGap(draft, random);
      case 1 -> MemberKinds.withdraw(draft, random);
      case 2 -> MemberKinds.leave(draft, random);
      case 3 -> draft.say(new Cancelled(draft.someId(random)));
      case 4 -> draft.say(new Released(draft.someId(random)));
      case 5 -> SnapshotKinds.workers(draft.history(), random);
      default -> SnapshotKinds.residency(draft.history(), random);
    }
    if (random.chance(85)) {
      draft.say(new AnswersHeld(false));
    }
  }

  private static void everyStreamGetsAGap(ScheduleDraft draft, SeededRandom random) {
    for (Owner owner : draft.history().population().owners()) {
      if (random.chance(80)) {
        draft.history().add(new StreamState(owner, true));
      }
    }
  }

  /** Requests that wait for one rank, others that wait for any, and room on one of them. */
  static void lanes(ScheduleDraft draft, SeededRandom random) {
    busyRanks(draft, random);
    List<WorkerWithDpRank> ranks = draft.memberRanks();
    if (ranks.isEmpty()) {
      return;
    }
    WorkerWithDpRank common = random.pick(ranks);
    int waiting = random.between(2, 4);
    for (int i = 0; i < waiting; i++) {
      SelectionRequest request = SubmissionKinds.booking(draft, random);
      WorkerWithDpRank pin = random.chance(60) ? common : random.pick(ranks);
      draft.say(
          new Submitted(
              random.chance(65) ? request.with(RequestConstraints.none().withPin(pin)) : request));
    }
    makeRoom(draft, random);
    if (random.chance(50)) {
      draft.say(new Cancelled(draft.someId(random)));
    }
    makeRoom(draft, random);
  }

  /** A long backlog of several classes, and then room for all of it. */
  static void backlog(ScheduleDraft draft, SeededRandom random) {
    busyRanks(draft, random);
    List<ScheduleDraft.Sent> busy = List.copyOf(draft.sent());
    int waiting = random.between(3, 8);
    for (int i = 0; i < waiting; i++) {
      SelectionRequest request =
          random.chance(70)
              ? SubmissionKinds.booking(draft, random)
              : SubmissionKinds.any(draft, random);
      draft.say(new Submitted(request));
    }
    for (ScheduleDraft.Sent sent : busy) {
      if (random.chance(70)) {
        draft.say(new PrefillCompleted(sent.request().id()));
      }
    }
  }

  /**
   * One rank knows the beginning of a prompt, another one a little more, a source the whole: what
   * is fetched counts, or else the second rank is better.
   */
  static void closeRace(ScheduleDraft draft, SeededRandom random) {
    HistoryDraft history = draft.history();
    PromptChain chain = history.families().pick(random);
    List<WorkerWithDpRank> ranks = random.shuffled(history.population().ranks());
    if (chain.length() < 4 || ranks.size() < 2) {
      return;
    }
    int less = random.between(1, chain.length() - 3);
    int more = random.between(less + 1, chain.length() - 1);
    history.offer(chain.stored(ranks.get(0), StorageTier.DEVICE, 0, less));
    history.offer(chain.stored(ranks.get(1), StorageTier.DEVICE, 0, more));
    Owner source = random.pick(history.population().owners());
    history.offer(chain.stored(source, StorageTier.HOST_PINNED, less, chain.length()));
    if (source instanceof CacheOwner) {
      SnapshotKinds.residency(history, random);
    }
    int tokens = chain.length() * draft.settings().blockSize();
    Admission admission = random.chance(70) ? Admission.BOOK : Admission.LEASE;
    SelectionRequest request =
        SelectionRequest.of(draft.freshId(), admission, chain.localHashes(), tokens);
    draft.say(new Submitted(request));
  }
}
