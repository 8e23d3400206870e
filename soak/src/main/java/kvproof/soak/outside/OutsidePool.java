package kvproof.soak.outside;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import kvproof.soak.relation.AskedRelations;
import kvproof.soak.report.SeedText;
import kvproof.soak.report.WatchedCases;
import kvproof.soak.run.CaseObserver;
import kvproof.soak.run.CaseResult;
import kvproof.soak.run.CaseSupply;
import kvproof.soak.run.CaseTwice;
import kvproof.soak.run.HarnessFailure;
import kvproof.soak.run.Situations;
import kvproof.soak.run.Soak.Plan;

/** Runs the cases of a plan on threads that have a router process each. */
final class OutsidePool implements CaseSupply {
  /** Cases whose lines are written before the first of them is judged. */
  private static final int ON_THEIR_WAY = 32;

  /** So few are left when more are begun: several at once, so that fewer pieces go out. */
  private static final int FEW_ON_THEIR_WAY = 16;

  private static final int WINDOW_PER_THREAD = 3 * ON_THEIR_WAY;
  private static final int RUN_TWICE_EVERY = 1_000;
  private static final int PATIENCE_SECONDS = 5;

  /** One whose relations are looked at is not run twice: nothing could be on its way behind it. */
  private record Task(long index, long seed, CompletableFuture<CaseResult> result) {
    boolean isRunTwice() {
      return index % RUN_TWICE_EVERY == 0 && !AskedRelations.areLookedAt(seed);
    }
  }

  private final Plan plan;
  private final long patienceSeconds;
  private final Supplier<OutsideTrial> newTrial;
  private final List<Situations.Counter> counters = new ArrayList<>();
  private final BlockingQueue<Task> waiting = new LinkedBlockingQueue<>();
  private final Deque<Task> begun = new ArrayDeque<>();
  private final List<Thread> threads = new ArrayList<>();
  private long nextIndex;

  /**
   * A pool that begins nothing yet.
   *
   * @param timeout of an answer: a run that is stopped waits for one that is on its way, and one
   *     that ends for the ends of the processes
   * @param situations counted in what the router is told
   */
  OutsidePool(Plan plan, Duration timeout, Situations situations, Supplier<OutsideTrial> newTrial) {
    this.plan = plan;
    this.patienceSeconds = PATIENCE_SECONDS + 2 * timeout.toSeconds();
    this.newTrial = newTrial;
    for (int i = 0; i < plan.threads(); i++) {
      Situations.Counter counter = situations.newCounter(plan.profile());
      counters.add(counter);
      threads.add(Thread.ofPlatform().daemon().name("outside-" + i).start(() -> work(counter)));
    }
  }

  @Override
  public void beginMore() {
    while (nextIndex < plan.cases() && begun.size() < WINDOW_PER_THREAD * plan.threads()) {
      long seed = plan.caseSeed(nextIndex);
      Task task = new Task(nextIndex++, seed, new CompletableFuture<>());
      begun.addLast(task);
      waiting.add(task);
    }
  }

  @Override
  public boolean hasBegun() {
    return nextIndex > 0;
  }

  @Override
  public boolean isDrained() {
    return begun.isEmpty();
  }

  private void work(CaseObserver counter) {
    Deque<Task> onTheirWay = new ArrayDeque<>();
    Map<Long, CaseResult> firstRuns = new HashMap<>();
    try (OutsideTrial trial = newTrial.get()) {
      while (true) {
        try {
          begin(trial, onTheirWay, counter);
        } catch (InterruptedException stopped) {
          trial.takeLeave();
          Thread.currentThread().interrupt();
          return;
        }
        settle(trial, onTheirWay, firstRuns);
      }
    } catch (Throwable failure) { // whoever waits for a case would wait for ever
      onTheirWay.forEach(task -> task.result().completeExceptionally(failure));
      failAll(failure);
    }
  }

  /** This thread tries no case any more, so that none may be left to it. */
  private void failAll(Throwable failure) {
    try {
      while (true) {
        waiting.take().result().completeExceptionally(failure);
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private void begin(OutsideTrial trial, Deque<Task> onTheirWay, CaseObserver counter)
      throws InterruptedException {
    if (onTheirWay.size() > FEW_ON_THEIR_WAY || !trial.takesMore()) {
      return;
    }
    Task task = onTheirWay.isEmpty() ? waiting.take() : waiting.poll();
    while (task != null) {
      onTheirWay.addLast(task);
      trial.begin(
          plan.draw(task.index()),
          WatchedCases.includes(task.index()) ? counter : CaseObserver.NOBODY);
      if (task.isRunTwice()) {
        onTheirWay.addLast(task);
        trial.begin(plan.draw(task.index()));
      }
      task = onTheirWay.size() < ON_THEIR_WAY && trial.takesMore() ? waiting.poll() : null;
    }
  }

  private static void settle(
      OutsideTrial trial, Deque<Task> onTheirWay, Map<Long, CaseResult> firstRuns) {
    for (CaseResult result : trial.settle()) {
      Task task = onTheirWay.remove();
      CaseResult before = firstRuns.remove(task.index());
      if (before != null) {
        task.result().complete(CaseTwice.compared(before, result));
      } else if (task.isRunTwice()) {
        firstRuns.put(task.index(), result);
      } else {
        task.result().complete(result);
      }
    }
  }

  @Override
  public CaseResult take(long index, BooleanSupplier stopping) throws HarnessFailure {
    Task next = begun.remove();
    String what = "case " + index + ", seed " + SeedText.print(plan.caseSeed(index));
    int secondsStopping = 0;
    while (true) {
      try {
        return next.result().get(1, TimeUnit.SECONDS);
      } catch (TimeoutException _) {
        secondsStopping += stopping.getAsBoolean() ? 1 : 0;
        if (secondsStopping >= patienceSeconds) {
          throw new HarnessFailure(what + " does not end", null);
        }
      } catch (ExecutionException failure) {
        throw new HarnessFailure(what + " could not be run", failure.getCause());
      } catch (InterruptedException interruption) {
        throw new HarnessFailure(what + " was interrupted", interruption);
      }
    }
  }

  @Override
  public SortedMap<String, Long> situationCounts() {
    SortedMap<String, Long> sums = new TreeMap<>();
    for (Situations.Counter counter : counters) {
      counter.counts().forEach((name, count) -> sums.merge(name, count, Long::sum));
    }
    return sums;
  }

  @Override
  public void close() {
    threads.forEach(Thread::interrupt);
    for (Thread thread : threads) {
      try {
        thread.join(TimeUnit.SECONDS.toMillis(patienceSeconds)); // it takes leave of its router
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
