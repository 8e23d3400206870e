package kvproof.soak.canary;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import kvproof.soak.canary.TrialResult.Caught;
import kvproof.soak.run.Contest;
import kvproof.soak.run.HarnessFailure;

/**
 * Tries mutants, several at a time.
 *
 * <p>Each trial has a thread of its own and knows nothing of the others; results come in the order
 * of the mutants. So the number of threads shows in nothing but the time taken.
 */
public final class Canary {
  /** Far longer than a trial takes: only a mutant that loops for ever needs it. */
  private static final int PATIENCE_MINUTES = 15;

  /** Cases that a copy without a fault has to pass before anything is tried. */
  private static final long CONTROL_CASES = 300;

  /**
   * What to run.
   *
   * @param seed of the cases, as for a soak
   * @param cases that a mutant has to survive, of all profiles together
   */
  public record Plan(long seed, long cases, int threads) {}

  private final Plan plan;
  private final Contest sound;
  private final BooleanSupplier stopped;

  /**
   * A canary run.
   *
   * @param sound the contest that faults are planted in, one at a time
   * @param stopped once true, ends the run with the results so far
   */
  public Canary(Plan plan, Contest sound, BooleanSupplier stopped) {
    this.plan = plan;
    this.sound = sound;
    this.stopped = stopped;
  }

  /** Tells {@code listener} each result in turn, on the calling thread, and returns them all. */
  public List<TrialResult> run(List<Mutant> mutants, Consumer<TrialResult> listener)
      throws HarnessFailure {
    var control = new Plan(plan.seed(), Math.min(plan.cases(), CONTROL_CASES), 1);
    if (!mutants.isEmpty()) {
      control(new Trial(control, sound, MemoryCompiler.ofThisJdk(), stopped), mutants.getFirst());
    }
    var trial = new Trial(plan, sound, MemoryCompiler.ofThisJdk(), stopped);
    ExecutorService threads =
        Executors.newFixedThreadPool(
            plan.threads(), Thread.ofPlatform().daemon().name("canary-", 0).factory());
    try {
      List<Future<Optional<TrialResult>>> trials = new ArrayList<>();
      for (Mutant mutant : mutants) {
        trials.add(threads.submit(() -> trial.of(mutant)));
      }
      List<TrialResult> results = new ArrayList<>();
      for (int i = 0; i < trials.size() && !stopped.getAsBoolean(); i++) {
        take(trials.get(i), mutants.get(i))
            .ifPresent(
                result -> {
                  results.add(result);
                  listener.accept(result);
                });
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }

  /** Where nothing is wrong nothing may be found: else every mutant would look caught. */
  private static void control(Trial trial, Mutant mutant) throws HarnessFailure {
    Optional<TrialResult> result = trial.of(mutant.withoutFault());
    if (result.isPresent() && result.get() instanceof Caught caught) {
      throw new HarnessFailure(
          "a copy without a fault is caught too, after "
              + caught.cases()
              + " cases: run the soak first",
          null);
    }
  }

  private static Optional<TrialResult> take(Future<Optional<TrialResult>> trial, Mutant mutant)
      throws HarnessFailure {
    try {
      return trial.get(PATIENCE_MINUTES, TimeUnit.MINUTES);
    } catch (TimeoutException _) {
      throw new HarnessFailure("mutant " + mutant.name() + " does not end", null);
    } catch (ExecutionException failure) {
      throw new HarnessFailure(
          "mutant " + mutant.name() + " could not be tried", failure.getCause());
    } catch (InterruptedException interruption) {
      throw new HarnessFailure("mutant " + mutant.name() + " was interrupted", interruption);
    }
  }
}
