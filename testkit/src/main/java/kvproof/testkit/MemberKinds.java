package kvproof.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import kvproof.model.CaseStep;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
import kvproof.model.SchedulableWorker;
import kvproof.model.SchedulingStep.HealthReplaced;
import kvproof.model.SchedulingStep.WorkersReplaced;
import kvproof.model.StreamState;
import kvproof.model.WorkerHealth;
import kvproof.model.WorkerRecord;
import kvproof.model.WorkerSnapshot;

/** Workers that come, go and change, what is published of them, and how they are. */
final class MemberKinds {
  static final List<String> TAINTS = List.of("a", "b", "c");

  private MemberKinds() {}

  static SortedSet<String> taints(SeededRandom random, int percent) {
    SortedSet<String> taints = new TreeSet<>();
    for (String taint : TAINTS) {
      if (random.chance(percent)) {
        taints.add(taint);
      }
    }
    return taints;
  }

  /** Nearly everybody of the population, sometimes somebody who never stores anything. */
  static void begin(ScheduleDraft draft, SeededRandom random) {
    Population population = draft.history().population();
    List<SchedulableWorker> members = new ArrayList<>();
    for (long workerId : population.workerIds()) {
      if (members.isEmpty() || random.chance(92)) {
        members.add(worker(draft, workerId, random));
      }
    }
    if (random.chance(15)) {
      members.add(worker(draft, population.bystander().workerId(), random));
    }
    draft.say(new WorkersReplaced(members));
  }

  private static SchedulableWorker worker(ScheduleDraft draft, long workerId, SeededRandom random) {
    int ranks = (int) Math.max(1, contiguousRanks(draft.history().population(), workerId));
    int start = random.chance(3) && ranks > 1 ? 1 : 0;
    int size = random.chance(95) ? ranks - start : ranks + 1 - start;
    return new SchedulableWorker(workerId, start, size, batch(draft, random), taints(random, 35));
  }

  private static long contiguousRanks(Population population, long workerId) {
    return population.ranksOf(workerId).stream().filter(rank -> rank.dpRank() >= 0).count();
  }

  private static OptionalLong batch(ScheduleDraft draft, SeededRandom random) {
    long block = draft.settings().blockSize();
    return random.chance(65)
        ? OptionalLong.of(block * random.between(1, 12))
        : OptionalLong.empty();
  }

  /** A worker is no longer there; mostly nothing is published of it any more either. */
  static void leave(ScheduleDraft draft, SeededRandom random) {
    List<SchedulableWorker> members = new ArrayList<>(draft.members());
    if (members.isEmpty()) {
      return;
    }
    SchedulableWorker leaving = members.remove(random.below(members.size()));
    boolean isPublishedFirst = random.chance(50);
    boolean isPublished = random.chance(75);
    if (isPublished && isPublishedFirst) {
      withdraw(draft, leaving.workerId());
    }
    draft.say(new WorkersReplaced(members));
    if (isPublished && !isPublishedFirst) {
      withdraw(draft, leaving.workerId());
    }
    if (random.chance(35)) {
      draft.history().offer(new WorkerRemoved(leaving.workerId()));
    }
  }

  /** A worker is there, or again. */
  static void join(ScheduleDraft draft, SeededRandom random) {
    List<SchedulableWorker> members = new ArrayList<>(draft.members());
    List<Long> missing =
        draft.history().population().workerIds().stream()
            .filter(id -> members.stream().noneMatch(member -> member.workerId() == id))
            .toList();
    if (missing.isEmpty()) {
      change(draft, random);
      return;
    }
    long workerId = random.pick(missing);
    members.add(worker(draft, workerId, random));
    draft.say(new WorkersReplaced(members));
    if (random.chance(75)) {
      publish(draft, workerId);
    }
  }

  /** Another number of ranks, other taints or another batch for a worker that stays. */
  static void change(ScheduleDraft draft, SeededRandom random) {
    List<SchedulableWorker> members = new ArrayList<>(draft.members());
    if (!members.isEmpty()) {
      int index = random.below(members.size());
      members.set(index, worker(draft, members.get(index).workerId(), random));
      draft.say(new WorkersReplaced(members));
    }
  }

  static void nobody(ScheduleDraft draft, SeededRandom random) {
    List<SchedulableWorker> members = draft.members();
    draft.say(new WorkersReplaced(List.of()));
    if (random.chance(50)) {
      draft.say(new WorkersReplaced(members)); // the same again, but they start empty
    }
  }

  /** Nothing is published of a worker that may go on running requests. */
  static void withdraw(ScheduleDraft draft, SeededRandom random) {
    List<Long> workerIds = draft.history().population().workerIds();
    withdraw(draft, random.pick(workerIds));
  }

  private static void withdraw(ScheduleDraft draft, long workerId) {
    draft
        .history()
        .add(
            WorkerSnapshot.of(
                published(draft).stream()
                    .filter(record -> record.workerId() != workerId)
                    .toList()));
  }

  private static void publish(ScheduleDraft draft, long workerId) {
    List<WorkerRecord> records = new ArrayList<>(published(draft));
    records.removeIf(record -> record.workerId() == workerId);
    records.add(
        SnapshotKinds.reachable(draft.history().population().ranksOf(workerId), Optional.empty()));
    draft.history().add(WorkerSnapshot.of(records));
  }

  /** The last list, or everybody before there was one. */
  static List<WorkerRecord> published(ScheduleDraft draft) {
    List<CaseStep> steps = draft.history().steps();
    for (int i = steps.size() - 1; i >= 0; i--) {
      if (steps.get(i) instanceof WorkerSnapshot snapshot && snapshot.isListed()) {
        return List.copyOf(snapshot.workers().values());
      }
    }
    Population population = draft.history().population();
    return population.workerIds().stream()
        .map(id -> SnapshotKinds.reachable(population.ranksOf(id), Optional.empty()))
        .toList();
  }

  static void health(ScheduleDraft draft, SeededRandom random) {
    if (random.chance(35)) {
      draft.say(new HealthReplaced(WorkerHealth.good()));
      return;
    }
    int availablePercent = random.pick(List.of(85, 85, 50, 0));
    int overloadedPercent = random.pick(List.of(0, 30, 30, 100));
    SortedSet<Long> available = new TreeSet<>(Long::compareUnsigned);
    SortedSet<Long> overloaded = new TreeSet<>(Long::compareUnsigned);
    for (SchedulableWorker worker : draft.members()) {
      if (random.chance(availablePercent)) {
        available.add(worker.workerId());
      }
      if (random.chance(overloadedPercent)) {
        overloaded.add(worker.workerId());
      }
    }
    draft.say(
        new HealthReplaced(
            new WorkerHealth(
                random.chance(50) ? Optional.empty() : Optional.of(available), overloaded)));
  }

  /** Only some workers can be reached, which then have all the load. */
  static void halfAvailable(ScheduleDraft draft, SeededRandom random) {
    SortedSet<Long> available = new TreeSet<>(Long::compareUnsigned);
    for (SchedulableWorker worker : draft.members()) {
      if (random.chance(55)) {
        available.add(worker.workerId());
      }
    }
    draft.say(new HealthReplaced(new WorkerHealth(Optional.of(available), new TreeSet<>())));
  }

  /** The stream of some owner misses something, or no longer does. */
  static void gap(ScheduleDraft draft, SeededRandom random) {
    Owner owner = random.pick(draft.history().population().owners());
    draft.history().add(new StreamState(owner, random.chance(65)));
  }
}
