package kvproof.router.lane;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import kvproof.model.ApplyStatus;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Prediction;
import kvproof.model.StreamState;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.ReferenceRouter;
import kvproof.router.index.IndexDump;
import kvproof.router.index.ResidentCounts;
import kvproof.router.index.ResidentCountsHandle;
import kvproof.router.lane.Outcome.Done;
import kvproof.router.lane.Outcome.Dropped;
import kvproof.router.lane.Outcome.Offline;

/**
 * The threads that apply events: N lanes, and which of them does what.
 *
 * <p>Everything about one owner is done by one lane, in the order in which it was handed over, over
 * all tiers; owners of different lanes have no order. Any thread may call; the operations that wait
 * never outlast the lane that they wait for. What a lane applied before it died stays as it is,
 * unless {@link LaneCopies} says otherwise.
 */
public final class LanePool implements AutoCloseable {
  private final Guarded<ReferenceRouter> sides;
  private final ResidentCounts counts;
  private final LaneBinding binding;
  private final List<Lane> lanes;
  private final List<LaneWork> works;

  /**
   * Starts the lanes.
   *
   * @param laneCount at least 1
   */
  LanePool(
      int laneCount, LaneThreads threads, Guarded<ReferenceRouter> sides, ResidentCounts counts) {
    if (laneCount < 1) {
      throw new IllegalArgumentException("an index needs at least one lane, not " + laneCount);
    }
    this.sides = sides;
    this.counts = counts;
    this.binding = new LaneBinding(laneCount);
    this.works =
        IntStream.range(0, laneCount)
            .mapToObj(lane -> new LaneWork(lane, laneCount, binding, sides, counts))
            .toList();
    this.lanes =
        works.stream()
            .map(
                work ->
                    Lane.start(
                        threads,
                        "kvproof-lane-" + work.lane(),
                        work::applyAll,
                        work::withdrawCounts))
            .toList();
  }

  /**
   * Puts an event into the queue of its lane, or of its lanes; says nothing of what becomes of it.
   *
   * @return false if a lane takes no more: it has died, or the lanes were shut down
   */
  public boolean enqueue(KvCacheEvent event) {
    boolean taken = true;
    for (EventPart part : EventPart.of(event, binding, lanes.size())) {
      taken &= lanes.get(part.lane()).tell(part.event());
    }
    return taken;
  }

  /**
   * Puts a task into the queue of the rank's lane, in order with the rank's events.
   *
   * <p>An exception that it throws is the death of the lane.
   *
   * @return false if the lane takes no more
   */
  public boolean enqueue(WorkerWithDpRank rank, Runnable task) {
    return lanes.get(binding.laneOf(rank)).tell(task);
  }

  /** As {@link #enqueue(KvCacheEvent)}: in order with the events of its owner. */
  public boolean enqueue(StreamState state) {
    int lane = binding.laneOf(state.owner());
    return lanes.get(lane).tell(() -> works.get(lane).replace(state));
  }

  /**
   * As {@link #enqueue(KvCacheEvent)}: in order with the events of its rank.
   *
   * <p>Modes and time are for every lane: hand them over on one thread, so that all lanes hear of
   * them in one order.
   */
  public boolean enqueue(Prediction prediction) {
    boolean taken = true;
    for (int lane : lanesOf(prediction)) {
      taken &= lanes.get(lane).tell(() -> works.get(lane).predict(prediction));
    }
    return taken;
  }

  private List<Integer> lanesOf(Prediction prediction) {
    return prediction
        .target()
        .map(rank -> List.of(binding.laneOf(rank)))
        .orElseGet(() -> IntStream.range(0, lanes.size()).boxed().toList());
  }

  /** Takes a prediction and waits until everything that follows from it is applied. */
  public Outcome<ApplyStatus> apply(Prediction prediction) {
    return awaitAll(
        lanesOf(prediction).stream()
            .map(lane -> lanes.get(lane).ask(() -> works.get(lane).predict(prediction)))
            .toList());
  }

  /** Applies an event and waits for the verdict; a malformed store is dropped. */
  public Outcome<ApplyStatus> applyAndWait(KvCacheEvent event) {
    Outcome<ApplyStatus> outcome = apply(event);
    return outcome instanceof Done<ApplyStatus>(ApplyStatus status)
            && status == ApplyStatus.INVALID_BLOCK
        ? new Dropped<>()
        : outcome;
  }

  /** Applies an event and waits for its status; that of a malformed store says so. */
  public Outcome<ApplyStatus> apply(KvCacheEvent event) {
    if (event instanceof WorkerRemoved removed) {
      return removeWorker(removed.workerId());
    }
    List<Question<ApplyStatus>> asked =
        EventPart.of(event, binding, lanes.size()).stream()
            .map(
                part ->
                    lanes.get(part.lane()).ask(() -> works.get(part.lane()).apply(part.event())))
            .toList();
    return awaitAll(asked);
  }

  /** Notes the state of an owner's stream and waits until it counts. */
  public Outcome<ApplyStatus> apply(StreamState state) {
    int lane = binding.laneOf(state.owner());
    return lanes.get(lane).ask(() -> works.get(lane).replace(state)).await();
  }

  /** Waits until everything is done that was handed over before; says nothing of its success. */
  public Outcome<ApplyStatus> flush() {
    return awaitAll(askAll(lane -> () -> ApplyStatus.OK));
  }

  /**
   * As {@link #flush()} for the lane of one rank; a rank without a lane has nothing to wait for.
   */
  public Outcome<ApplyStatus> flush(WorkerWithDpRank rank) {
    return binding.isBound(rank)
        ? lanes.get(binding.laneOf(rank)).ask(() -> ApplyStatus.OK).await()
        : new Done<>(ApplyStatus.OK);
  }

  /** Removes a rank in order with its events, and waits until nothing of it is left. */
  public Outcome<ApplyStatus> resetAndWait(WorkerWithDpRank rank) {
    return apply(new RankRemoved(rank));
  }

  /**
   * Removes every rank of a worker that has a lane, and waits for all lanes.
   *
   * <p>Whoever hands over events of that worker meanwhile may find them lost.
   */
  public Outcome<ApplyStatus> removeWorker(long workerId) {
    Outcome<ApplyStatus> removed =
        awaitAll(askAll(lane -> () -> works.get(lane).apply(new WorkerRemoved(workerId))));
    lanes.getFirst().ask(works.getFirst()::sweep).await();
    return removed;
  }

  /** Whether the rank holds a device block, as of what was handed over before. */
  public Outcome<Boolean> contains(WorkerWithDpRank rank, long externalHash) {
    return lanes
        .get(binding.laneOf(rank))
        .ask(() -> sides.ask(side -> side.contains(rank, externalHash)))
        .await();
  }

  /** Device blocks of every rank that has any; ranks of lanes that have ended are left out. */
  public IndexStatistics statistics() {
    SortedMap<WorkerWithDpRank, Long> blocks = new TreeMap<>();
    for (var asked : askAll(lane -> works.get(lane)::heldBlocks)) {
      if (asked.await() instanceof Done<SortedMap<WorkerWithDpRank, Long>>(var ofLane)) {
        blocks.putAll(ofLane);
      }
    }
    return new IndexStatistics(blocks);
  }

  /** What became of predictions, by name; lanes that have ended are left out. */
  public SortedMap<String, Long> predictionCounts() {
    SortedMap<String, Long> counted = new TreeMap<>();
    for (var asked : askAll(lane -> works.get(lane)::predictionCounts)) {
      if (asked.await() instanceof Done<SortedMap<String, Long>>(var ofLane)) {
        ofLane.forEach((name, times) -> counted.merge(name, times, Long::sum));
      }
    }
    return counted;
  }

  /**
   * Everything that is held, as events; at least as new as this call.
   *
   * <p>Each owner is a cut of its own, and lanes go on in between: what happened meanwhile may be
   * in it, so replay the whole tail afterwards.
   */
  public Outcome<IndexDump> dump() {
    return switch (flush()) {
      case Done<ApplyStatus> _ -> new Done<>(readDump());
      case Dropped<ApplyStatus> _ -> new Dropped<>();
      case Offline<ApplyStatus> _ -> new Offline<>();
    };
  }

  private IndexDump readDump() {
    int owners = sides.ask(ReferenceRouter::ownerCount);
    return IndexDump.of(
        IntStream.range(0, owners)
            .mapToObj(owner -> sides.ask(side -> side.dumpOf(owner)))
            .toList());
  }

  /**
   * Keeps a counter for each rank from now on, beginning with what it holds, and waits until all
   * lanes do. Harmless if repeated.
   */
  public Outcome<ApplyStatus> trackResidentBlocks() {
    return awaitAll(askAll(lane -> works.get(lane)::track));
  }

  /** Reads the counters; they are all absent until they are kept. */
  public ResidentCountsHandle residentCounts() {
    return new ResidentCountsHandle(counts);
  }

  private <T> List<Question<T>> askAll(IntFunction<Supplier<T>> question) {
    return IntStream.range(0, lanes.size())
        .mapToObj(lane -> lanes.get(lane).ask(question.apply(lane)))
        .toList();
  }

  /** Waits for all of them; the first one that was not done decides, else the first status. */
  private static Outcome<ApplyStatus> awaitAll(List<Question<ApplyStatus>> asked) {
    List<Outcome<ApplyStatus>> outcomes = asked.stream().map(Question::await).toList();
    return outcomes.stream()
        .filter(outcome -> !(outcome instanceof Done<ApplyStatus>))
        .findFirst()
        .orElse(outcomes.getFirst());
  }

  /** Number of lanes, those that have ended included. */
  public int size() {
    return lanes.size();
  }

  /** What a lane died of; empty while it works and after a shutdown. */
  public Optional<Throwable> failure(int lane) {
    return lanes.get(lane).failure();
  }

  LaneBinding binding() {
    return binding;
  }

  /** For whatever no event makes a lane do. */
  Lane lane(int lane) {
    return lanes.get(lane);
  }

  /** Lets the lanes do what waits now, and waits until they have ended. Harmless if repeated. */
  @Override
  public void close() {
    lanes.forEach(Lane::shutDown);
    lanes.forEach(Lane::join);
  }
}
