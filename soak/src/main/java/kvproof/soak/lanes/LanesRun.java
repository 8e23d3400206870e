package kvproof.soak.lanes;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import kvproof.model.Answer;
import kvproof.model.Case;
import kvproof.model.ConcurrentRouter;
import kvproof.model.HeldBlock;
import kvproof.model.KvRouter;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.Verdict;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Kind;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.soak.lanes.PublishingThread.Stream;
import kvproof.soak.lanes.ReadingThread.Counts;
import kvproof.soak.run.AnswerComparison;
import kvproof.testkit.SeededRandom;

/** One case on its way through a router with threads of its own. */
final class LanesRun {
  private static final int PUBLISHERS = 2;
  private static final int READERS = 2;

  private final Case soakCase;
  private final LanesCase threads;
  private final ConcurrentRouter router;
  private final SeededRandom random;
  private final boolean someoneDies;
  private final Duration patience;
  private final Progress progress;
  private final List<Difference> found = new ArrayList<>();
  private final KvRouter oracle = new OwnerInventoryOracle();

  LanesRun(
      Case soakCase,
      LanesCase threads,
      ConcurrentRouter router,
      SeededRandom random,
      boolean someoneDies,
      Duration patience) {
    this.soakCase = soakCase;
    this.threads = threads;
    this.router = router;
    this.random = random;
    this.someoneDies = someoneDies;
    this.patience = patience;
    this.progress = new Progress(threads.truths().size());
  }

  /** The router is closed afterwards, unless something of it hangs: then it is left to itself. */
  List<Difference> run() {
    try {
      goThrough();
      apart(router::close);
    } catch (TimeoutException _) {
      report("hang", soakCase.profile(), "an end", "none after " + patience.toMillis() + " ms");
    } catch (ExecutionException failure) {
      report(failure);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    return found;
  }

  private void goThrough() throws InterruptedException, TimeoutException {
    // Late in some cases, so that what is held already has to be counted too.
    boolean tracksFirst = random.chance(70);
    try {
      apart(() -> begin(tracksFirst));
      publishAndRead(tracksFirst);
      apart(this::compareAtRest);
    } catch (ExecutionException failure) {
      report(failure);
    }
  }

  private void report(ExecutionException failure) {
    report("failure", soakCase.profile(), "no exception", String.valueOf(failure.getCause()));
  }

  /** On a thread that nobody has to wait for. */
  private void apart(Runnable part)
      throws ExecutionException, InterruptedException, TimeoutException {
    var done = new FutureTask<>(Executors.callable(part));
    Thread.ofPlatform().daemon().name("lanes-apart").start(done);
    within(done);
  }

  private void begin(boolean tracksFirst) {
    threads.snapshots().forEach(router::take);
    if (tracksFirst) {
      router.trackResidentBlocks();
    }
  }

  private void publishAndRead(boolean tracks)
      throws ExecutionException, InterruptedException, TimeoutException {
    Counts counts =
        !tracks ? Counts.NOT_KEPT : someoneDies ? Counts.KEPT_UNTIL_A_DEATH : Counts.KEPT;
    AtomicBoolean isOver = new AtomicBoolean();
    ExecutorService pool =
        Executors.newFixedThreadPool(
            PUBLISHERS + READERS + 1, Thread.ofPlatform().daemon().name("lanes-", 0).factory());
    try {
      List<Future<List<Difference>>> readers = new ArrayList<>();
      for (int i = 0; i < READERS; i++) {
        readers.add(
            pool.submit(
                new ReadingThread(
                    router, soakCase.requests(), threads.truths(), progress, isOver::get, counts)));
      }
      List<Future<?>> writers = new ArrayList<>();
      publishers().forEach(publisher -> writers.add(pool.submit(publisher)));
      if (someoneDies) {
        int victim = random.below(threads.truths().size());
        int events = random.below(threads.truths().get(victim).events().size() + 1);
        writers.add(pool.submit(() -> kill(victim, events)));
      }
      for (Future<?> writer : writers) {
        within(writer);
      }
      within(pool.submit(this::flush));
      isOver.set(true);
      for (Future<List<Difference>> reader : readers) {
        found.addAll(within(reader));
      }
    } finally {
      isOver.set(true);
      pool.shutdownNow();
    }
  }

  private <T> T within(Future<T> future)
      throws ExecutionException, InterruptedException, TimeoutException {
    return future.get(patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  private List<Callable<Void>> publishers() {
    List<List<Stream>> shares = new ArrayList<>();
    for (int i = 0; i < PUBLISHERS; i++) {
      shares.add(new ArrayList<>());
    }
    for (Stream stream : threads.streams()) {
      shares.get(random.below(PUBLISHERS)).add(stream);
    }
    List<Callable<Void>> publishers = new ArrayList<>();
    for (int i = 0; i < PUBLISHERS; i++) {
      publishers.add(
          new PublishingThread(
              router, shares.get(i), progress, threads.truths(), random.fork("publisher " + i)));
    }
    return publishers;
  }

  /** Once so many events of the victim are handed over: in the middle, not before it all begins. */
  private Void kill(int victim, int events) throws InterruptedException {
    while (progress.handedOver(victim) < events) {
      Thread.sleep(Duration.ofNanos(10_000));
    }
    PlantedDeath.ofLaneOf(threads.truths().get(victim).rank(), router);
    return null;
  }

  private Void flush() {
    boolean isDone = router.flush();
    if (isDone == someoneDies) {
      report(
          "lanes",
          "flush of all lanes",
          someoneDies ? "dropped" : "done",
          isDone ? "done" : "dropped");
    }
    return null;
  }

  /** Everything is applied that will ever be: of living ranks all, of others some prefix. */
  private void compareAtRest() {
    List<RankTruth> living = new ArrayList<>();
    for (int rank = 0; rank < threads.truths().size(); rank++) {
      RankTruth truth = threads.truths().get(rank);
      if (!someoneDies || router.flush(truth.rank())) {
        living.add(truth);
      } else {
        compareDead(truth, progress.applied(rank));
      }
    }
    router.trackResidentBlocks();
    living.forEach(this::compareLiving);
    if (!someoneDies) {
      compareWithOracle();
    }
  }

  private void compareDead(RankTruth truth, int atLeast) {
    OptionalLong count = router.residentBlocks(truth.rank());
    if (count.isPresent()) {
      report("lanes", "count of " + truth.rank(), "none: its lane is dead", count.toString());
    }
    for (int request = 0; request < soakCase.requests().size(); request++) {
      RankView view = RankView.of(router.answer(soakCase.requests().get(request)), truth.rank());
      if (truth.firstWithView(view, request, atLeast, truth.events().size()) < 0) {
        report("lanes", "view of " + truth.rank(), "as last applied", view.toString());
      }
    }
  }

  private void compareLiving(RankTruth truth) {
    for (int request = 0; request < soakCase.requests().size(); request++) {
      RankView view = RankView.of(router.answer(soakCase.requests().get(request)), truth.rank());
      if (!view.equals(truth.lastView(request))) {
        report(
            "lanes",
            soakCase.requests().get(request).id() + " at rest, " + truth.rank(),
            truth.lastView(request).toString(),
            view.toString());
      }
    }
    OptionalLong count = router.residentBlocks(truth.rank());
    if (!count.equals(truth.lastCount())) {
      report(
          "lanes",
          "count at rest, " + truth.rank(),
          truth.lastCount().toString(),
          count.toString());
    }
  }

  /** Owners are independent, so any order of their events comes to the same. */
  private void compareWithOracle() {
    threads.snapshots().forEach(oracle::take);
    threads.streams().forEach(stream -> stream.events().forEach(oracle::apply));
    for (Request request : soakCase.requests()) {
      Answer expected = oracle.answer(request);
      Verdict verdict =
          AnswerComparison.compare(
              request, expected, "OwnerInventoryOracle", router.answer(request));
      if (verdict instanceof Verdict.Diverged(List<Difference> differences)) {
        found.addAll(differences);
      }
    }
    List<HeldBlock> expected = oracle.heldBlocks();
    List<HeldBlock> actual = router.heldBlocks();
    if (!expected.equals(actual)) {
      report("lanes", "inventory at rest", owners(expected), owners(actual));
    }
  }

  private static String owners(List<HeldBlock> held) {
    return held.size()
        + " blocks of "
        + held.stream().map(HeldBlock::owner).distinct().map(Owner::toString).toList();
  }

  private synchronized void report(String part, String where, String expected, String actual) {
    found.add(
        new Difference(part, Kind.WRONG_VALUE, where, expected, "OwnerInventoryOracle", actual));
  }
}
