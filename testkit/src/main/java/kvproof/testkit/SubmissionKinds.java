package kvproof.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.Admission;
import kvproof.model.AffinityTarget;
import kvproof.model.BlockHashes;
import kvproof.model.BlockInterval;
import kvproof.model.QueueClass;
import kvproof.model.QueueWishes;
import kvproof.model.RequestConstraints;
import kvproof.model.RequestOverride;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerWithDpRank;

/** Requests that want a worker. */
final class SubmissionKinds {
  private static final List<Double> TAINT_WEIGHTS = List.of(1.0, 0.5, 0.1, -0.5, -1.0, 5.0, 0.0);
  private static final List<Double> FACTORS = List.of(0.0, 0.5, 1.0, 2.0);
  private static final int MOST_BUT_FEW_TOKENS_OVER = 3;

  private final ScheduleDraft draft;
  private final SeededRandom random;

  private SubmissionKinds(ScheduleDraft draft, SeededRandom random) {
    this.draft = draft;
    this.random = random;
  }

  /** Any request. */
  static SelectionRequest any(ScheduleDraft draft, SeededRandom random) {
    return new SubmissionKinds(draft, random).request(admission(random));
  }

  /** A request that books load, mostly under an id of its own. */
  static SelectionRequest booking(ScheduleDraft draft, SeededRandom random) {
    return new SubmissionKinds(draft, random)
        .request(random.chance(75) ? Admission.BOOK : Admission.LEASE);
  }

  /** Load for one rank alone, from a prompt that nobody knows. */
  static SelectionRequest filler(ScheduleDraft draft, WorkerWithDpRank rank, SeededRandom random) {
    int blocks = random.between(0, 3);
    int tokens = draft.settings().blockSize() * (blocks + random.between(1, 6));
    long[] unknown = new long[blocks];
    for (int i = 0; i < blocks; i++) {
      unknown[i] = 60L + random.below(3);
    }
    BlockHashes prompt = BlockHashes.of(unknown);
    Admission admission = random.chance(80) ? Admission.BOOK : Admission.LEASE;
    return SelectionRequest.of(draft.freshId(), admission, prompt, tokens)
        .with(RequestConstraints.none().withPin(rank));
  }

  private static Admission admission(SeededRandom random) {
    return switch (random.weighted(52, 22, 15, 11)) {
      case 0 -> Admission.BOOK;
      case 1 -> Admission.LEASE;
      case 2 -> Admission.QUERY;
      default -> Admission.ADVISORY;
    };
  }

  private SelectionRequest request(Admission admission) {
    SchedulingSwarm swarm = draft.swarm();
    String id = random.chance(swarm.duplicate()) ? draft.someId(random) : draft.freshId();
    BlockHashes local = Requests.prompt(draft.history().families(), random);
    return new SelectionRequest(
        id,
        admission,
        local,
        sequence(local),
        tokens(local.size()),
        constraints(),
        wishes(),
        random.chance(swarm.override()) ? override() : RequestOverride.none(),
        random.chance(swarm.shared()) ? Optional.of(sharedHits()) : Optional.empty(),
        random.chance(5) ? OptionalInt.of(random.between(0, 500)) : OptionalInt.empty());
  }

  /**
   * By prefix, as hashes of load tracking are; or as the blocks themselves, which then come again
   * behind another prefix; or none.
   */
  private BlockHashes sequence(BlockHashes local) {
    if (random.chance(draft.swarm().untracked())) {
      return BlockHashes.empty();
    }
    return random.chance(75) ? draft.sequences().of(local) : local;
  }

  /** Often a last block that is partial, seldom tokens that have no hash at all. */
  private int tokens(int blocks) {
    int blockSize = draft.settings().blockSize();
    int more =
        switch (random.weighted(45, 45, 10)) {
          case 0 -> 0;
          case 1 -> random.below(blockSize);
          default -> blockSize * random.between(1, MOST_BUT_FEW_TOKENS_OVER);
        };
    return blocks * blockSize + more;
  }

  private RequestConstraints constraints() {
    SchedulingSwarm swarm = draft.swarm();
    RequestConstraints constraints = RequestConstraints.none();
    if (random.chance(swarm.pin())) {
      constraints = constraints.withPin(rank());
    }
    if (random.chance(swarm.allow())) {
      constraints = constraints.withAllowedWorkers(someWorkers());
    }
    if (random.chance(swarm.affinity())) {
      WorkerWithDpRank rank = rank();
      OptionalInt dpRank = random.chance(50) ? OptionalInt.empty() : OptionalInt.of(rank.dpRank());
      constraints = constraints.withAffinity(new AffinityTarget(rank.workerId(), dpRank));
    }
    if (random.chance(swarm.require())) {
      constraints = constraints.withRequiredTaints(MemberKinds.taints(random, 30));
    }
    if (random.chance(swarm.prefer())) {
      constraints = constraints.withPreferredTaints(preferredTaints());
    }
    return constraints;
  }

  /** Mostly one that may run requests. */
  private WorkerWithDpRank rank() {
    List<WorkerWithDpRank> ranks = draft.memberRanks();
    if (ranks.isEmpty() || random.chance(8)) {
      return random.chance(60)
          ? random.pick(draft.history().population().ranks())
          : new WorkerWithDpRank(draft.history().population().workerIds().getFirst(), 7);
    }
    return random.pick(ranks);
  }

  private SortedSet<Long> someWorkers() {
    SortedSet<Long> workers = new TreeSet<>(Long::compareUnsigned);
    int percent = random.pick(List.of(0, 40, 60, 80));
    for (long workerId : draft.history().population().workerIds()) {
      if (random.chance(percent)) {
        workers.add(workerId);
      }
    }
    return workers;
  }

  private SortedMap<String, Double> preferredTaints() {
    SortedMap<String, Double> preferred = new TreeMap<>();
    for (String taint : MemberKinds.TAINTS) {
      if (random.chance(60)) {
        preferred.put(taint, random.pick(TAINT_WEIGHTS));
      }
    }
    return preferred;
  }

  private QueueWishes wishes() {
    SchedulingSwarm swarm = draft.swarm();
    return new QueueWishes(
        random.chance(swarm.namedClass()) ? className() : "",
        random.chance(swarm.strict()) ? random.pick(List.of(1, 1, 2, -1)) : 0,
        random.chance(swarm.jump()) ? random.pick(List.of(0.5, 1.0, 5.0, 60.0, -3.0, 1e-3)) : 0.0,
        random.chance(swarm.deadline()) ? OptionalLong.of(deadline()) : OptionalLong.empty());
  }

  /** A class, whether or not it may be named, a family, or something unknown. */
  private String className() {
    List<String> names = new ArrayList<>(List.of("unknown"));
    for (QueueClass known : draft.settings().queue().classes()) {
      names.add(known.name());
      known.cell().ifPresent(cell -> names.add(cell.family()));
    }
    return random.pick(names);
  }

  private long deadline() {
    long now = draft.nowNanos();
    return switch (random.weighted(7, 7, 36, 36, 14)) {
      case 0 -> now;
      case 1 -> Math.max(0, now - SettingsKinds.MILLI);
      case 2 -> now + random.between(1, 9) * 100L * SettingsKinds.MILLI;
      case 3 -> now + random.between(1, 15) * SettingsKinds.SECOND;
      default -> now + 1;
    };
  }

  private RequestOverride override() {
    return new RequestOverride(
        factor(), factor(), factor(), shared(), assumeReuse(), trackPrefill());
  }

  private OptionalDouble factor() {
    return random.chance(35) ? OptionalDouble.of(random.pick(FACTORS)) : OptionalDouble.empty();
  }

  private OptionalDouble shared() {
    return random.chance(35)
        ? OptionalDouble.of(random.pick(List.of(0.0, 0.5, 1.0)))
        : OptionalDouble.empty();
  }

  private Optional<Boolean> assumeReuse() {
    return random.chance(30) ? Optional.of(random.chance(25)) : Optional.empty();
  }

  private Optional<Boolean> trackPrefill() {
    return random.chance(35) ? Optional.of(random.chance(50)) : Optional.empty();
  }

  private List<BlockInterval> sharedHits() {
    List<BlockInterval> hits = new ArrayList<>();
    int end = 0;
    int count = random.between(0, 2);
    for (int i = 0; i < count; i++) {
      int start = end + random.between(0, 3);
      end = start + random.between(1, 8);
      hits.add(new BlockInterval(start, end));
    }
    return hits;
  }
}
