package kvproof.oracles.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import kvproof.model.Admission;
import kvproof.model.BlockHashes;
import kvproof.model.CaseStep;
import kvproof.model.CostWeights;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.QueueClass;
import kvproof.model.QueueOrder;
import kvproof.model.QueueProfile;
import kvproof.model.SchedulableWorker;
import kvproof.model.SchedulerSettings;
import kvproof.model.SchedulerState;
import kvproof.model.SchedulerState.ClassCounters;
import kvproof.model.SchedulerState.RankLoad;
import kvproof.model.SchedulingDecision;
import kvproof.model.SchedulingStep.Configured;
import kvproof.model.SchedulingStep.Submitted;
import kvproof.model.SchedulingStep.WorkersReplaced;
import kvproof.model.SelectionRequest;
import kvproof.model.StorageTier;
import kvproof.model.Verdict.Difference;
import kvproof.model.WorkerWithDpRank;

/**
 * A case told step by step with decisions and states written by hand, judged by both oracles.
 *
 * <p>Blocks of 16 tokens; the usual prompt has hash p + 101 at position p.
 */
final class Scene {
  static final WorkerWithDpRank W1 = new WorkerWithDpRank(1, 0);
  static final WorkerWithDpRank W2 = new WorkerWithDpRank(2, 0);
  static final WorkerWithDpRank W3 = new WorkerWithDpRank(3, 0);
  static final long SECOND = 1_000_000_000L;

  private final SchedulingOracle oracle = new SchedulingOracle();
  private final BookingLedger ledger = new BookingLedger();
  private final SortedMap<WorkerWithDpRank, RankLoad> ranks = new TreeMap<>();
  private final SortedMap<String, ClassCounters> classes = new TreeMap<>();

  /** Configured, with one idle rank of each of the workers 1 to {@code workers}. */
  static Scene with(SchedulerSettings settings, int workers) {
    var scene = new Scene();
    settings.queue().classes().forEach(known -> scene.counts(known.name(), 0, 0, 0, 0, 0));
    scene.accepts(new Configured(settings));
    List<SchedulableWorker> members = new ArrayList<>();
    for (int id = 1; id <= workers; id++) {
      members.add(SchedulableWorker.of(id));
      scene.load(new WorkerWithDpRank(id, 0), 0, 0, 0);
    }
    return scene.accepts(new WorkersReplaced(members));
  }

  /** Nothing ever waits, ties are drawn from seed 1. */
  static SchedulerSettings plain() {
    return queueing(OptionalDouble.empty());
  }

  /** A rank is busy above that share of 10,000,000 tokens. */
  static SchedulerSettings queueing(OptionalDouble busyFraction) {
    return queueing(QueueProfile.synthetic(busyFraction, QueueOrder.FCFS));
  }

  static SchedulerSettings queueing(QueueProfile profile) {
    return new SchedulerSettings(
        16,
        false,
        CostWeights.defaults(),
        0,
        true,
        profile,
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        1);
  }

  /** Explicit, busy above 0 tokens, without limits. */
  static QueueClass busyClass(String name, long quantum) {
    return new QueueClass(
        name,
        Optional.empty(),
        QueueOrder.FCFS,
        quantum,
        OptionalLong.of(0),
        OptionalDouble.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty());
  }

  /** The usual prompt with that many blocks, nothing else said. */
  static SelectionRequest request(String id, Admission admission, int blocks) {
    return SelectionRequest.of(id, admission, hashes(0, blocks), blocks * 16);
  }

  static BlockHashes hashes(int start, int end) {
    return BlockHashes.of(LongStream.range(start + 101, end + 101).toArray());
  }

  /** Positions {@code [start, end)} of the usual prompt became resident. */
  static Stored stored(WorkerWithDpRank rank, StorageTier tier, int start, int end) {
    OptionalLong parent = start == 0 ? OptionalLong.empty() : OptionalLong.of(100 + start);
    return new Stored(rank, tier, parent, hashes(start, end), hashes(start, end));
  }

  Scene load(WorkerWithDpRank rank, long tokens, long blocks, long requests) {
    ranks.put(rank, new RankLoad(tokens, blocks, requests));
    return this;
  }

  Scene gone(WorkerWithDpRank rank) {
    ranks.remove(rank);
    return this;
  }

  Scene counts(
      String name, long received, long late, long pending, long tokens, long cachedTokens) {
    classes.put(name, new ClassCounters(received, late, pending, tokens, cachedTokens));
    return this;
  }

  /** Of the synthetic class. */
  Scene counts(long received, long late, long pending, long tokens, long cachedTokens) {
    return counts(QueueProfile.SYNTHETIC_CLASS, received, late, pending, tokens, cachedTokens);
  }

  Scene accepts(CaseStep step, SchedulingDecision... decisions) {
    assertThat(oracle.judge(step, List.of(decisions), state())).as("%s", step).isEmpty();
    assertThat(ledger.judge(step, List.of(decisions), state())).as("%s", step).isEmpty();
    return this;
  }

  Scene submits(SelectionRequest request, SchedulingDecision... decisions) {
    return accepts(new Submitted(request), decisions);
  }

  /** The last step of a scene: nothing that is said after it means anything. */
  void rejects(String part, CaseStep step, SchedulingDecision... decisions) {
    List<Difference> found = oracle.judge(step, List.of(decisions), state());
    assertThat(found).extracting(Difference::part).contains(part);
  }

  void rejects(String part, SelectionRequest request, SchedulingDecision... decisions) {
    rejects(part, new Submitted(request), decisions);
  }

  /** The ledger alone finds something, and the oracle does too. */
  void breaksConservation(CaseStep step, SchedulingDecision... decisions) {
    assertThat(ledger.judge(step, List.of(decisions), state()))
        .extracting(Difference::part)
        .contains("conservation");
    assertThat(oracle.judge(step, List.of(decisions), state())).isNotEmpty();
  }

  private SchedulerState state() {
    return new SchedulerState(ranks, classes);
  }

  static TreeSet<Long> ids(long... workerIds) {
    var ids = new TreeSet<Long>();
    LongStream.of(workerIds).forEach(ids::add);
    return ids;
  }
}
