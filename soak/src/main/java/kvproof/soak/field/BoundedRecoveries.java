package kvproof.soak.field;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.LongStream;
import kvproof.events.ingest.RangeRequest;
import kvproof.events.ingest.RecoveryAnswer;
import kvproof.events.ingest.publication.ClearScope;
import kvproof.events.ingest.publication.EventPublication;
import kvproof.events.ingest.publication.LocalIndex;
import kvproof.events.ingest.publication.RecoveryDesk;
import kvproof.events.ingest.publication.RecoveryDesk.Publisher;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.ReferenceRouter;

/**
 * FS-62: eight routers recover from one worker, whose dump takes three seconds of virtual time;
 * each asks again every second until it has it.
 */
final class BoundedRecoveries {
  private static final int ROUTERS = 8;
  private static final int BLOCKS = 100;

  /** As the scenario has it, whatever the usual bound of kvproof is. */
  private static final int DUMPS_BOUND = 2;

  private static final long MILLIS_OF_A_DUMP = 3_000;
  private static final long MILLIS_TO_A_RETRY = 1_000;
  private static final RangeRequest EVERYTHING = RangeRequest.from(OptionalLong.empty());

  /** Where routers ask for dumps. */
  interface Counter {
    CompletableFuture<RecoveryAnswer<KvCacheEvent>> query(String router, RangeRequest request);

    void taken(String router);

    /** The desk with its usual bound. */
    static Counter desk(Publisher<KvCacheEvent> publisher) {
      return of(new RecoveryDesk<>(publisher));
    }

    static Counter of(RecoveryDesk<KvCacheEvent> desk) {
      return new Counter() {
        @Override
        public CompletableFuture<RecoveryAnswer<KvCacheEvent>> query(
            String router, RangeRequest request) {
          return desk.query(router, request);
        }

        @Override
        public void taken(String router) {
          desk.taken(router);
        }
      };
    }
  }

  private record Timed(long atMillis, int order, Runnable action) {}

  private final PriorityQueue<Timed> agenda =
      new PriorityQueue<>(Comparator.comparingLong(Timed::atMillis).thenComparing(Timed::order));
  private final EventPublication<KvCacheEvent> worker =
      new EventPublication<>(
          new OwnIndex(),
          event -> event instanceof Cleared ? ClearScope.ALL : ClearScope.NONE,
          BLOCKS / 2, // a router that starts needs more than the newest events
          Runnable::run);
  private final Counter counter;
  private final List<Recovering> routers = new ArrayList<>();
  private long nowMillis;
  private int planned;
  private int started;
  private int inFlight;
  private int mostInFlight;
  private int retries;

  /** What the worker publishes is what it holds. */
  private static final class OwnIndex implements LocalIndex<KvCacheEvent> {
    private final ReferenceRouter index = new ReferenceRouter();

    @Override
    public boolean enqueue(KvCacheEvent event) {
      index.apply(event);
      return true;
    }

    @Override
    public boolean applyEverywhere(KvCacheEvent clear) {
      return enqueue(clear);
    }

    @Override
    public List<KvCacheEvent> dump() {
      return List.copyOf(index.dump().events());
    }
  }

  private final class Recovering {
    private final String name;
    private final ReferenceRouter index = new ReferenceRouter();
    private OptionalLong doneMillis = OptionalLong.empty();

    Recovering(String name) {
      this.name = name;
    }

    void ask() {
      if (doneMillis.isEmpty()) {
        counter.query(name, EVERYTHING).thenAccept(this::take);
        at(nowMillis + MILLIS_TO_A_RETRY, this::askAgain);
      }
    }

    private void askAgain() {
      retries += doneMillis.isEmpty() ? 1 : 0;
      ask();
    }

    private void take(RecoveryAnswer<KvCacheEvent> answer) {
      if (doneMillis.isEmpty()
          && answer instanceof RecoveryAnswer.Dump<KvCacheEvent>(var events, _)) {
        events.forEach(index::apply);
        doneMillis = OptionalLong.of(nowMillis);
        counter.taken(name);
      }
    }

    boolean isWhole() {
      return index.heldBlocks().size() == BLOCKS;
    }
  }

  private BoundedRecoveries(Function<Publisher<KvCacheEvent>, Counter> counters) {
    counter = counters.apply(new Publisher<>(worker::buffered, this::dump));
    for (int block = 1; block <= BLOCKS; block++) {
      BlockHashes hash = BlockHashes.of(LongStream.of(block).toArray());
      worker.publish(
          block,
          new Stored(
              new WorkerWithDpRank(1, 0),
              StorageTier.DEVICE,
              block == 1 ? OptionalLong.empty() : OptionalLong.of(block - 1),
              hash,
              hash));
    }
  }

  static void ask(Questions questions) {
    ask(questions, Counter::desk);
  }

  static void ask(Questions questions, Function<Publisher<KvCacheEvent>, Counter> counters) {
    var scene = new BoundedRecoveries(counters);
    scene.run();
    questions.ask("most dumps in flight", DUMPS_BOUND, () -> scene.mostInFlight);
    questions.ask("dumps started", ROUTERS, () -> scene.started);
    questions.ask("routers ask again meanwhile", true, () -> scene.retries > 0);
    questions.ask(
        "routers that hold what the worker holds",
        ROUTERS,
        () -> scene.routers.stream().filter(Recovering::isWhole).count());
    questions.ask("seconds until the last one does", 12, scene::lastSecond);
  }

  private void run() {
    for (int i = 0; i < ROUTERS; i++) {
      var router = new Recovering("router-" + i);
      routers.add(router);
      at(i, router::ask);
    }
    for (Timed next = agenda.poll(); next != null; next = agenda.poll()) {
      nowMillis = next.atMillis();
      next.action().run();
    }
  }

  private void at(long millis, Runnable action) {
    agenda.add(new Timed(millis, planned++, action));
  }

  private CompletableFuture<RecoveryAnswer<KvCacheEvent>> dump(RangeRequest request) {
    started++;
    inFlight++;
    mostInFlight = Math.max(mostInFlight, inFlight);
    var dumped = new CompletableFuture<RecoveryAnswer<KvCacheEvent>>();
    at(
        nowMillis + MILLIS_OF_A_DUMP,
        () -> {
          inFlight--;
          worker.query(request).thenAccept(dumped::complete);
        });
    return dumped;
  }

  private long lastSecond() {
    return routers.stream().mapToLong(router -> router.doneMillis.orElseThrow()).max().orElseThrow()
        / 1_000;
  }
}
