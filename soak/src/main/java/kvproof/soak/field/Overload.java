package kvproof.soak.field;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.function.Function;
import java.util.stream.LongStream;
import kvproof.model.Admission;
import kvproof.model.BlockHashes;
import kvproof.model.CostWeights;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.QueueOrder;
import kvproof.model.QueueProfile;
import kvproof.model.QueueWishes;
import kvproof.model.SchedulableWorker;
import kvproof.model.SchedulerSettings;
import kvproof.model.SchedulerState.RankLoad;
import kvproof.model.SchedulingDecision.Answered;
import kvproof.model.SchedulingDecision.Chosen;
import kvproof.model.SchedulingDecision.Refused;
import kvproof.model.SelectionRequest;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.ReferenceRouter;
import kvproof.router.policy.DefaultPolicy;
import kvproof.router.queue.BookingLease;
import kvproof.router.queue.Submission;
import kvproof.router.selection.BookClaims;
import kvproof.router.selection.BoundedLookUps;
import kvproof.router.selection.EventIndex;
import kvproof.router.selection.Partition;
import kvproof.router.selection.PartitionSettings;
import kvproof.router.selection.SelectionListener;
import org.jspecify.annotations.Nullable;

/**
 * FS-64: three times as many requests as look-ups can be made, in virtual time.
 *
 * <p>A look-up takes a millisecond, and three requests come in that time, each with a deadline of
 * 20 ms. Every other prompt is held by worker 1 alone.
 */
final class Overload implements SelectionListener {
  private static final int BLOCK_SIZE = 16;
  private static final int BLOCKS = 4;
  private static final int WORKERS = 4;
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long LOOK_UP_NANOS = NANOS_PER_MILLI;
  private static final long BETWEEN_REQUESTS_NANOS = NANOS_PER_MILLI / 3;
  private static final long DEADLINE_NANOS = 20 * NANOS_PER_MILLI;
  private static final long RUN_NANOS = 50 * NANOS_PER_MILLI;
  private static final long SECONDS = 2;

  /** As the scenario has it, whatever the usual bound of kvproof is. */
  private static final int IN_FLIGHT_BOUND = 32;

  private static final int CAPACITY = (int) (SECONDS * 1_000);
  private static final int REQUESTS = 3 * CAPACITY;

  /** Decides which requests are looked up. */
  interface Door {
    void submit(Submission submission, SelectionListener listener);

    /** Whether a look-up was begun. */
    boolean begin();

    void end();

    void advanceTo(long nanos);

    /** What kvproof has, with its usual bound. */
    static Door bounded(Partition partition) {
      var lookUps = new BoundedLookUps(partition);
      return new Door() {
        @Override
        public void submit(Submission submission, SelectionListener listener) {
          lookUps.submit(submission, listener);
        }

        @Override
        public boolean begin() {
          return lookUps.begin().isPresent();
        }

        @Override
        public void end() {
          lookUps.end();
        }

        @Override
        public void advanceTo(long nanos) {
          lookUps.advanceTo(nanos);
        }
      };
    }
  }

  private record Running(String id, long endNanos) {}

  private final ReferenceRouter router = new ReferenceRouter();
  private final AskedIndex index = new AskedIndex(new EventIndex(router));
  private final Partition partition;
  private final Door door;
  private final Map<String, Long> arrivedNanos = new HashMap<>();
  private final Queue<Running> running = new ArrayDeque<>();
  private final List<Long> waitedNanos = new ArrayList<>();
  private long nowNanos;
  private boolean isLookingUp;
  private Map<WorkerWithDpRank, RankLoad> loads = Map.of();
  private int shed;
  private int shedByCache;
  private int shedToTheLoaded;
  private int refused;
  private int mostWaiting;
  private int waiting;

  private Overload(Function<Partition, Door> doors) {
    partition =
        Partition.open(
            PartitionSettings.ofDefaults(settings()),
            DefaultPolicy.factory(),
            _ -> index,
            new BookClaims(),
            warning -> {
              throw new AssertionError(warning);
            });
    partition.replaceWorkers(
        LongStream.rangeClosed(1, WORKERS).mapToObj(SchedulableWorker::of).toList());
    door = doors.apply(partition);
  }

  private static SchedulerSettings settings() {
    return new SchedulerSettings(
        BLOCK_SIZE,
        false,
        CostWeights.defaults(),
        0,
        true,
        QueueProfile.synthetic(OptionalDouble.empty(), QueueOrder.FCFS),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        1);
  }

  static void ask(Questions questions) {
    ask(questions, Door::bounded);
  }

  static void ask(Questions questions, Function<Partition, Door> doors) {
    var scene = new Overload(doors);
    scene.run();
    questions.ask(
        "look-ups are within 10 % of capacity",
        true, () -> Math.abs(scene.waitedNanos.size() - CAPACITY) <= CAPACITY / 10);
    questions.ask("most in flight", IN_FLIGHT_BOUND, () -> scene.mostWaiting);
    questions.ask(
        "p99 is within the deadline and one look-up",
        true,
        () -> scene.p99Nanos() <= DEADLINE_NANOS + LOOK_UP_NANOS);
    questions.ask("some expire", true, () -> scene.refused > 0);
    questions.ask(
        "look-ups for requests that expired",
        0,
        () -> scene.index.lookUps() - scene.waitedNanos.size());
    questions.ask("some are shed", true, () -> scene.shed > 0);
    questions.ask("shed by what a worker holds", 0, () -> scene.shedByCache);
    questions.ask("shed to a worker that is not the least loaded", 0, () -> scene.shedToTheLoaded);
    questions.ask(
        "every request is accounted for",
        REQUESTS,
        () -> scene.waitedNanos.size() + scene.shed + scene.refused);
    questions.ask("requests booked at the end", 0, scene::booked);
  }

  private void run() {
    long nextLookUpNanos = Long.MAX_VALUE;
    for (int request = 0; request < REQUESTS; request++) {
      long arrival = request * BETWEEN_REQUESTS_NANOS;
      while (nextLookUpNanos <= arrival) {
        nextLookUpNanos = endLookUp(nextLookUpNanos);
      }
      advanceTo(arrival);
      arrive(request);
      if (nextLookUpNanos == Long.MAX_VALUE) {
        nextLookUpNanos = beginLookUp();
      }
    }
    while (nextLookUpNanos != Long.MAX_VALUE) {
      nextLookUpNanos = endLookUp(nextLookUpNanos);
    }
    advanceTo(nowNanos + RUN_NANOS);
  }

  /** When the next look-up ends. */
  private long endLookUp(long atNanos) {
    advanceTo(atNanos);
    door.end();
    waiting--;
    return beginLookUp();
  }

  private long beginLookUp() {
    isLookingUp = true;
    boolean begun = door.begin();
    isLookingUp = false;
    return begun ? nowNanos + LOOK_UP_NANOS : Long.MAX_VALUE;
  }

  /** Requests run for a while on their workers, then their load is gone. */
  private void advanceTo(long nanos) {
    while (!running.isEmpty() && running.peek().endNanos() <= nanos) {
      partition.release(running.remove().id());
    }
    nowNanos = nanos;
    door.advanceTo(nanos);
  }

  private void arrive(int request) {
    String id = "r" + request;
    BlockHashes hashes = hashes(request);
    if (request % 2 == 0) {
      router.apply(
          new Stored(
              new WorkerWithDpRank(1, 0),
              StorageTier.DEVICE,
              OptionalLong.empty(),
              hashes,
              hashes));
    }
    arrivedNanos.put(id, nowNanos);
    waiting++;
    loads = partition.state().ranks();
    door.submit(
        Submission.of(
            SelectionRequest.of(id, Admission.BOOK, hashes, BLOCKS * BLOCK_SIZE)
                .with(new QueueWishes("", 0, 0, OptionalLong.of(nowNanos + DEADLINE_NANOS)))),
        this);
    mostWaiting = Math.max(mostWaiting, waiting);
  }

  private static BlockHashes hashes(int request) {
    return BlockHashes.of(
        LongStream.rangeClosed(1, BLOCKS).map(block -> (long) request * BLOCKS + block).toArray());
  }

  @Override
  public void chosen(Chosen choice) {
    if (isLookingUp) {
      long arrival = Objects.requireNonNull(arrivedNanos.get(choice.requestId()));
      waitedNanos.add(nowNanos + LOOK_UP_NANOS - arrival);
    } else {
      shed++;
      waiting--;
      shedByCache += choice.effectiveOverlapBlocks() > 0 ? 1 : 0;
      long least = loads.values().stream().mapToLong(Overload::blocks).min().orElse(0);
      shedToTheLoaded += blocks(loads.get(choice.rank())) > least ? 1 : 0;
    }
    running.add(new Running(choice.requestId(), nowNanos + RUN_NANOS));
  }

  /** What a rank has to do, in blocks: to prefill, and kept for decoding. */
  private static long blocks(@Nullable RankLoad load) {
    return load == null ? 0 : load.activePrefillTokens() / BLOCK_SIZE + load.activeBlocks();
  }

  @Override
  public boolean answered(Answered answer, Optional<BookingLease> lease) {
    return true;
  }

  @Override
  public void refused(Refused refusal) {
    refused++;
    waiting--;
  }

  private long p99Nanos() {
    List<Long> sorted = new ArrayList<>(waitedNanos);
    Collections.sort(sorted);
    return sorted.get(Math.ceilDiv(99 * sorted.size(), 100) - 1);
  }

  private long booked() {
    return partition.state().ranks().values().stream().mapToLong(RankLoad::activeRequests).sum();
  }
}
