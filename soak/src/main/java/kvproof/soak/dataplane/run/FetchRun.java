package kvproof.soak.dataplane.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import kvproof.soak.dataplane.plan.FetchOptions;
import kvproof.soak.dataplane.plan.FetchPlan;
import kvproof.soak.dataplane.plan.FetchPlanner;

/** All cases of a run, one after the other, on services that stay. */
public final class FetchRun {
  private final FetchOptions options;
  private final ServiceLauncher launcher;
  private final BooleanSupplier stopped;

  /**
   * @param stopped true once somebody wants the run to end; no further case is begun
   */
  public FetchRun(FetchOptions options, ServiceLauncher launcher, BooleanSupplier stopped) {
    this.options = options;
    this.launcher = launcher;
    this.stopped = stopped;
  }

  /**
   * Runs the cases that are planned; fewer results, if it was stopped. No process is left.
   *
   * @param each is told each result at once
   */
  public List<TrialResult> run(List<FetchPlan> plans, Consumer<TrialResult> each) {
    List<TrialResult> results = new ArrayList<>();
    try (var roster = new Roster(launcher);
        var guard = new Guard()) {
      for (FetchPlan plan : plans) {
        if (stopped.getAsBoolean()) {
          break;
        }
        TrialResult result = run(plan, roster, guard);
        if (!stopped.getAsBoolean()) {
          results.add(result);
          each.accept(result);
        }
      }
    }
    return results;
  }

  /** All cases that the options ask for. */
  public List<TrialResult> run(Consumer<TrialResult> each) {
    return run(new FetchPlanner(options).plans(), each);
  }

  private TrialResult run(FetchPlan plan, Roster roster, Guard guard) {
    TrialResult result = tried(plan, roster, guard, options.shortTimeout());
    boolean isTimed = FaultArrangement.of(plan.fault()).isTimed();
    if (!result.isOnlyLate() || !isTimed || stopped.getAsBoolean()) {
      return result;
    }
    // On a busy machine a short timeout may pass by chance. Whatever else differs is wrong at once.
    return tried(plan, roster, guard, options.timeout()).after(result);
  }

  private TrialResult tried(FetchPlan plan, Roster roster, Guard guard, Duration shortTimeout) {
    roster.prepare(plan.ranks(), FaultArrangement.needsSpare(plan.fault()));
    TrialResult result = new FetchTrial(plan, roster, guard, options.timeout(), shortTimeout).run();
    if (!result.agrees()) {
      roster.killAll(); // nobody knows what state they are in
    }
    return result;
  }
}
