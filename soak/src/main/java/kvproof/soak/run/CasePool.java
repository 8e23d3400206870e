package kvproof.soak.run;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import kvproof.soak.report.SeedText;
import kvproof.soak.run.Soak.Plan;

/** Runs the cases of a plan on its threads. */
final class CasePool implements CaseSupply {
  private static final int WINDOW_PER_THREAD = 32;
  private static final int PATIENCE_SECONDS = 5;

  private final Plan plan;
  private final List<CaseWorker> workers = new ArrayList<>();
  private final BlockingQueue<CaseWorker> idle = new LinkedBlockingQueue<>();
  private final ExecutorService threads;
  private final Deque<Future<CaseResult>> begun = new ArrayDeque<>();
  private long nextIndex;

  CasePool(Plan plan, Contest contest, Situations situations) {
    this.plan = plan;
    for (int i = 0; i < plan.threads(); i++) {
      workers.add(new CaseWorker(plan, contest, situations.newCounter(plan.profile())));
    }
    idle.addAll(workers);
    threads =
        Executors.newFixedThreadPool(
            plan.threads(), Thread.ofPlatform().daemon().name("soak-", 0).factory());
  }

  @Override
  public void beginMore() {
    while (nextIndex < plan.cases() && begun.size() < WINDOW_PER_THREAD * plan.threads()) {
      long index = nextIndex++;
      begun.add(threads.submit(() -> run(index)));
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

  private CaseResult run(long index) throws InterruptedException {
    CaseWorker worker = idle.take();
    try {
      return worker.run(index);
    } finally {
      idle.add(worker);
    }
  }

  @Override
  public CaseResult take(long index, BooleanSupplier stopping) throws HarnessFailure {
    Future<CaseResult> next = begun.remove();
    String what = "case " + index + ", seed " + SeedText.print(plan.caseSeed(index));
    int secondsStopping = 0;
    while (true) {
      try {
        return next.get(1, TimeUnit.SECONDS);
      } catch (TimeoutException _) {
        secondsStopping += stopping.getAsBoolean() ? 1 : 0;
        if (secondsStopping >= PATIENCE_SECONDS) {
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
    for (CaseWorker worker : workers) {
      worker.situationCounts().forEach((name, count) -> sums.merge(name, count, Long::sum));
    }
    return sums;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
