package kvproof.router.selection;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import kvproof.model.Admission;
import kvproof.model.BlockHashes;
import kvproof.model.CostWeights;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvHint;
import kvproof.model.KvHintAction;
import kvproof.model.Owner;
import kvproof.model.QueueClass;
import kvproof.model.QueueOrder;
import kvproof.model.QueueProfile;
import kvproof.model.RequestConstraints;
import kvproof.model.SchedulableWorker;
import kvproof.model.SchedulerSettings;
import kvproof.model.SchedulerState.ClassCounters;
import kvproof.model.SchedulerState.RankLoad;
import kvproof.model.SchedulingDecision;
import kvproof.model.SchedulingDecision.Answered;
import kvproof.model.SchedulingDecision.Chosen;
import kvproof.model.SchedulingDecision.Refused;
import kvproof.model.SelectionError;
import kvproof.model.SelectionRequest;
import kvproof.model.StorageTier;
import kvproof.model.WorkerRecord;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.ReferenceRouter;
import kvproof.router.load.ActiveSequences;
import kvproof.router.policy.DefaultPolicy;
import kvproof.router.policy.PolicyFactory;
import kvproof.router.queue.BookingLease;
import kvproof.router.queue.OverlapObserver;
import kvproof.router.queue.OverlapRefresher;
import kvproof.router.queue.Submission;
import kvproof.router.queue.VirtualClock;

/**
 * One partition over an index of its own, everything it says written down, and short words for what
 * happens to it. Block {@code n} of the one prompt that there is has local hash n and external hash
 * 100 + n, counted from 1; a block has 16 tokens.
 */
class Scene implements PartitionResources, SelectionListener {
  static final int BLOCK = 16;
  static final long SECOND = 1_000_000_000L;

  final ReferenceRouter router = new ReferenceRouter();
  final List<SchedulingDecision> decisions = new ArrayList<>();
  final List<BookingLease> leases = new ArrayList<>();
  final List<String> warnings = new ArrayList<>();
  final HostWarnings hostWarnings = new HostWarnings(warnings::add);
  final BookClaims claims = new BookClaims();
  PolicyFactory policy = DefaultPolicy.factory();
  Optional<OverlapRefresher> refresher = Optional.empty();
  Optional<OverlapObserver> observer = Optional.empty();
  Predicate<String> delivers = id -> true;
  boolean isListening = true;
  VirtualClock clock = new VirtualClock();
  ActiveSequences sequences = new ActiveSequences(OptionalLong.empty());
  Partition partition;

  /** Everything by default, nothing ever waits. */
  static Scene open() {
    return open(settings());
  }

  static Scene open(SchedulerSettings settings) {
    return new Scene().start(settings);
  }

  Scene start(SchedulerSettings settings) {
    partition =
        Partition.open(PartitionSettings.ofDefaults(settings), policy, this, claims, warnings::add);
    return this;
  }

  @Override
  public PartitionIndex openIndex(VirtualClock partitionClock) {
    clock = partitionClock;
    return new EventIndex(router);
  }

  @Override
  public ActiveSequences openSlots(OptionalLong expiryNanos) {
    sequences = new ActiveSequences(expiryNanos);
    return sequences;
  }

  @Override
  public OverlapRefresher refresher(PartitionIndex index) {
    return refresher.orElseGet(() -> PartitionResources.super.refresher(index));
  }

  @Override
  public Optional<OverlapObserver> observer() {
    return observer;
  }

  @Override
  public boolean isWaiting() {
    return isListening;
  }

  @Override
  public void chosen(Chosen choice) {
    decisions.add(choice);
  }

  @Override
  public boolean answered(Answered answer, Optional<BookingLease> lease) {
    if (!delivers.test(answer.requestId())) {
      return false;
    }
    decisions.add(answer);
    lease.ifPresent(leases::add);
    return true;
  }

  @Override
  public void refused(Refused refusal) {
    decisions.add(refusal);
  }

  // What settings may say.

  static SchedulerSettings settings() {
    return settings(QueueProfile.synthetic(OptionalDouble.empty(), QueueOrder.FCFS));
  }

  /** A rank with any active prefill token is busy. */
  static SchedulerSettings busyAtOnce() {
    return settings(profile(queueClass("default", 0)));
  }

  static SchedulerSettings settings(QueueProfile queue) {
    return settings(queue, OptionalLong.empty(), OptionalLong.empty());
  }

  static SchedulerSettings settings(
      QueueProfile queue, OptionalLong refreshAfterNanos, OptionalLong expiryNanos) {
    return new SchedulerSettings(
        BLOCK,
        true,
        CostWeights.defaults(),
        0,
        true,
        queue,
        refreshAfterNanos,
        expiryNanos,
        OptionalLong.empty(),
        1);
  }

  /** Nothing ever waits; costs by these weights. */
  static SchedulerSettings weighing(CostWeights weights) {
    return drawing(weights, 0, 1);
  }

  /** Nothing ever waits; costs by these weights, and ranks drawn from them in this way. */
  static SchedulerSettings drawing(CostWeights weights, double temperature, long seed) {
    SchedulerSettings base = settings();
    return new SchedulerSettings(
        base.blockSize(),
        base.isDecode(),
        weights,
        temperature,
        base.tracksPrefill(),
        base.queue(),
        base.refreshAfterNanos(),
        base.expiryNanos(),
        base.prefillNanosPerToken(),
        seed);
  }

  static SchedulerSettings refreshingAfter(long nanos) {
    return settings(
        profile(queueClass("default", 0)), OptionalLong.of(nanos), OptionalLong.empty());
  }

  static QueueProfile profile(QueueClass... classes) {
    return new QueueProfile(List.of(classes), List.of(), Optional.empty());
  }

  static QueueClass queueClass(String name, long busyTokens) {
    return new QueueClass(
        name,
        Optional.empty(),
        QueueOrder.FCFS,
        1,
        OptionalLong.of(busyTokens),
        OptionalDouble.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty());
  }

  static QueueClass withRequestLimit(QueueClass base, long limit) {
    return new QueueClass(
        base.name(),
        base.cell(),
        base.order(),
        base.quantum(),
        base.busyTokens(),
        base.busyFraction(),
        OptionalLong.of(limit),
        base.tokenLimit(),
        base.cachedTokenLimit());
  }

  // What happens.

  static WorkerWithDpRank rank(long workerId) {
    return new WorkerWithDpRank(workerId, 0);
  }

  Scene workers(long... workerIds) {
    return workers(Arrays.stream(workerIds).mapToObj(SchedulableWorker::of).toList());
  }

  Scene workers(List<SchedulableWorker> workers) {
    partition.replaceWorkers(workers);
    return this;
  }

  static SchedulableWorker tainted(long workerId, String... taints) {
    return new SchedulableWorker(
        workerId, 0, 1, OptionalLong.empty(), new TreeSet<>(List.of(taints)));
  }

  /** The owner holds blocks {@code first} to {@code last} of the prompt on the tier. */
  Scene stored(Owner owner, StorageTier tier, int first, int last) {
    router.take(
        new KvCacheEvent.Stored(
            owner,
            tier,
            first == 1 ? OptionalLong.empty() : OptionalLong.of(100 + first - 1),
            blocks(first, last),
            hashes(first, last)));
    return this;
  }

  Scene device(long workerId, int first, int last) {
    return stored(rank(workerId), StorageTier.DEVICE, first, last);
  }

  Scene host(long workerId, int first, int last) {
    return stored(rank(workerId), StorageTier.HOST_PINNED, first, last);
  }

  static BlockHashes blocks(int first, int last) {
    return BlockHashes.of(LongStream.rangeClosed(first, last).toArray());
  }

  static BlockHashes hashes(int first, int last) {
    return BlockHashes.of(LongStream.rangeClosed(100 + first, 100 + last).toArray());
  }

  /** These ranks 0 are published with a type and endpoints {@code tcp://w<ID>:9000}. */
  Scene published(String workerType, long... workerIds) {
    router.replace(
        WorkerSnapshot.of(
            Arrays.stream(workerIds).mapToObj(id -> record(id, workerType)).toList()));
    return this;
  }

  static WorkerRecord record(long workerId, String workerType) {
    return new WorkerRecord(
        workerId,
        new TreeSet<>(List.of(0)),
        workerType,
        new TreeMap<>(java.util.Map.of(0, "tcp://w" + workerId + ":9000")),
        Optional.empty(),
        Optional.empty());
  }

  /** A request for the first so many blocks of the prompt. */
  static SelectionRequest request(String id, Admission admission, int lastBlock) {
    return SelectionRequest.of(id, admission, blocks(1, lastBlock), lastBlock * BLOCK);
  }

  /** What was decided because of this. */
  List<SchedulingDecision> submit(SelectionRequest request) {
    return submit(Submission.of(request));
  }

  List<SchedulingDecision> submit(Submission submission) {
    int before = decisions.size();
    partition.submit(submission, this);
    return since(before);
  }

  List<SchedulingDecision> book(String id, int lastBlock) {
    return submit(request(id, Admission.BOOK, lastBlock));
  }

  List<SchedulingDecision> bookOn(long workerId, String id, int lastBlock) {
    return submit(
        request(id, Admission.BOOK, lastBlock)
            .with(RequestConstraints.none().withPin(rank(workerId))));
  }

  List<SchedulingDecision> query(String id, int lastBlock) {
    return submit(request(id, Admission.QUERY, lastBlock));
  }

  List<SchedulingDecision> query(
      String id, int lastBlock, UnaryOperator<RequestConstraints> constraints) {
    return submit(
        request(id, Admission.QUERY, lastBlock).with(constraints.apply(RequestConstraints.none())));
  }

  List<SchedulingDecision> advanceTo(long nanos) {
    int before = decisions.size();
    partition.advanceTo(nanos);
    return since(before);
  }

  List<SchedulingDecision> release(String id) {
    int before = decisions.size();
    partition.release(id);
    return since(before);
  }

  private List<SchedulingDecision> since(int before) {
    return List.copyOf(decisions.subList(before, decisions.size()));
  }

  // What came of it.

  Optional<Chosen> chosen(String id) {
    return decisions.stream()
        .filter(made -> made.requestId().equals(id))
        .flatMap(made -> made instanceof Chosen choice ? Optional.of(choice).stream() : null)
        .reduce((first, second) -> second);
  }

  WorkerWithDpRank rankOf(String id) {
    return chosen(id)
        .orElseThrow(() -> new AssertionError("nobody was chosen for " + id + ": " + decisions))
        .rank();
  }

  Optional<KvHint> hint(String id) {
    return decisions.stream()
        .filter(made -> made.requestId().equals(id))
        .flatMap(made -> made instanceof Answered answer ? Optional.of(answer).stream() : null)
        .reduce((first, second) -> second)
        .orElseThrow(() -> new AssertionError(id + " was not answered: " + decisions))
        .hint();
  }

  KvHintAction.Fetch fetch(String id) {
    return (KvHintAction.Fetch)
        hint(id)
            .orElseThrow(() -> new AssertionError(id + " got no hint: " + decisions))
            .actions()
            .getFirst();
  }

  boolean isAnswered(String id) {
    return decisions.stream()
        .anyMatch(made -> made instanceof Answered && made.requestId().equals(id));
  }

  SelectionError error(String id) {
    return decisions.stream()
        .filter(made -> made.requestId().equals(id))
        .flatMap(made -> made instanceof Refused refusal ? Optional.of(refusal).stream() : null)
        .findFirst()
        .orElseThrow(() -> new AssertionError(id + " was not refused: " + decisions))
        .error();
  }

  RankLoad load(long workerId) {
    return partition.state().ranks().get(rank(workerId));
  }

  ClassCounters counters(String className) {
    return partition.state().classes().get(className);
  }
}
