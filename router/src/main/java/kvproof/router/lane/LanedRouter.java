package kvproof.router.lane;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import kvproof.model.Answer;
import kvproof.model.ApplyStatus;
import kvproof.model.ConcurrentRouter;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.Owner;
import kvproof.model.Prediction;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StorageTier;
import kvproof.model.StreamState;
import kvproof.model.TierStatistics;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.ReferenceRouter;
import kvproof.router.Selection;
import kvproof.router.index.AppliedEvents;
import kvproof.router.index.ResidentCounts;
import kvproof.router.lane.Outcome.Done;
import kvproof.router.lane.Outcome.Dropped;
import kvproof.router.lane.Outcome.Offline;

/**
 * The reference router for any number of threads: lanes apply events, whoever asks reads meanwhile.
 *
 * <p>An answer sees, of each rank, everything up to some event and nothing after it, over all
 * tiers; different ranks may be at different points. It does not see what still waits in a queue:
 * {@link LanePool#flush} first. Answers go on after {@link #close} and after the death of a lane,
 * from what was applied last; with {@linkplain LaneCopies#ONE one copy} not after a change that
 * failed.
 */
public final class LanedRouter implements ConcurrentRouter {
  private final Guarded<ReferenceRouter> sides;
  private final Queue<Selection> spareSelections = new ConcurrentLinkedQueue<>();
  private final LanePool lanes;

  /** Starts the lanes; throws {@link IllegalArgumentException} if there is to be none. */
  public LanedRouter(int lanes) {
    this(lanes, LaneThreads.SYSTEM);
  }

  /** The same with lanes of that kind. */
  public LanedRouter(int lanes, LaneThreads threads) {
    this(lanes, threads, LaneCopies.TWO);
  }

  /** The same with so many copies of everything; two where nothing is said. */
  public LanedRouter(int lanes, LaneThreads threads, LaneCopies copies) {
    this(lanes, threads, copies, new ResidentCounts());
  }

  LanedRouter(int lanes, LaneThreads threads, LaneCopies copies, ResidentCounts counts) {
    this.sides = copies.guard(new ReferenceRouter(), ReferenceRouter::copy);
    this.lanes = new LanePool(lanes, threads, sides, counts);
  }

  /** The lanes, for everything that does not wait and for outcomes that are not statuses. */
  public LanePool lanes() {
    return lanes;
  }

  Guarded<ReferenceRouter> sides() {
    return sides;
  }

  @Override
  public boolean enqueue(KvCacheEvent event) {
    return lanes.enqueue(event);
  }

  @Override
  public boolean enqueue(WorkerWithDpRank rank, Runnable task) {
    return lanes.enqueue(rank, task);
  }

  @Override
  public boolean flush() {
    return lanes.flush() instanceof Done<ApplyStatus>;
  }

  @Override
  public boolean flush(WorkerWithDpRank rank) {
    return lanes.flush(rank) instanceof Done<ApplyStatus>;
  }

  @Override
  public boolean trackResidentBlocks() {
    return lanes.trackResidentBlocks() instanceof Done<ApplyStatus>;
  }

  /** Waits until the event is applied; throws {@link IllegalStateException} if no lane does it. */
  @Override
  public ApplyStatus apply(KvCacheEvent event) {
    return statusOf(lanes.apply(event), event);
  }

  /** Throws {@link IllegalStateException} if a lane that it is for has ended. */
  @Override
  public void apply(Prediction prediction) {
    statusOf(lanes.apply(prediction), prediction);
  }

  /** Waits until the mark counts; throws {@link IllegalStateException} if no lane sees to it. */
  @Override
  public void replace(StreamState state) {
    statusOf(lanes.apply(state), state);
  }

  private static ApplyStatus statusOf(Outcome<ApplyStatus> outcome, Object step) {
    return switch (outcome) {
      case Done<ApplyStatus>(ApplyStatus status) -> status;
      case Dropped<ApplyStatus> _ ->
          throw new IllegalStateException("not applied, its lane has died: " + step);
      case Offline<ApplyStatus> _ ->
          throw new IllegalStateException("not applied, the lanes were shut down: " + step);
    };
  }

  /** Not in order with events; any thread. */
  @Override
  public void replace(ResidencySnapshot snapshot) {
    requireNonNull(snapshot); // here: a change that fails is dear
    change(side -> side.replace(snapshot));
  }

  /** Not in order with events; any thread. */
  @Override
  public void replace(WorkerSnapshot snapshot) {
    requireNonNull(snapshot);
    change(side -> side.replace(snapshot));
  }

  private void change(Consumer<ReferenceRouter> change) {
    sides.write(
        side -> {
          change.accept(side);
          return side;
        });
  }

  @Override
  public Answer answer(Request request) {
    request.targets().forEach(this::numberOf);
    Selection spare = spareSelections.poll();
    Selection scratch = spare == null ? newSelection() : spare;
    try {
      return sides.ask(side -> side.answer(request, scratch));
    } finally {
      spareSelections.add(scratch);
    }
  }

  /** Scratch space for {@link #select}, for one thread at a time. */
  public Selection newSelection() {
    return sides.ask(ReferenceRouter::newSelection);
  }

  /** The number by which {@link #select} knows a rank or cache owner; for good. */
  public int numberOf(Owner owner) {
    requireNonNull(owner);
    int known = sides.ask(side -> side.find(owner));
    return known >= 0 ? known : sides.write(side -> side.numberOf(owner));
  }

  /**
   * Looks a prompt up and chooses a source for every target; allocates nothing once warm.
   *
   * @param prompt local hash of each block; must not change while the result is read
   * @param length blocks of the prompt
   * @param targets numbers of the ranks that may get the request
   * @param result scratch space of the calling thread, overwritten
   */
  public void select(long[] prompt, int length, int[] targets, int targetCount, Selection result) {
    try (ReadSection<ReferenceRouter> section = sides.read()) {
      section.side().select(prompt, length, targets, targetCount, result);
    }
  }

  /**
   * How many events the lanes applied since the start. A removal of a worker counts as the removal
   * of each of its ranks, a clear of a rank and a cache owner of two lanes as two.
   */
  public AppliedEvents appliedEvents() {
    return sides.ask(side -> side.appliedEvents().copy());
  }

  /** From the rank's counter: none before {@link LanePool#trackResidentBlocks}. */
  @Override
  public OptionalLong residentBlocks(WorkerWithDpRank rank) {
    return lanes.residentCounts().blocks(rank);
  }

  @Override
  public List<HeldBlock> heldBlocks() {
    return sides.ask(ReferenceRouter::heldBlocks);
  }

  @Override
  public TierStatistics statistics(StorageTier tier) {
    return sides.ask(side -> side.statistics(tier));
  }

  /** Lets the lanes do what waits now, and ends them. Harmless if repeated. */
  @Override
  public void close() {
    lanes.close();
  }
}
