package kvproof.oracles.scheduling;

import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import kvproof.model.Arrival;
import kvproof.model.CaseStep;
import kvproof.model.IndexStep;
import kvproof.model.SchedulerState;
import kvproof.model.SchedulingDecision;
import kvproof.model.SchedulingStep;
import kvproof.model.SchedulingStep.AnswersHeld;
import kvproof.model.SchedulingStep.Cancelled;
import kvproof.model.SchedulingStep.ClockAdvanced;
import kvproof.model.SchedulingStep.Configured;
import kvproof.model.SchedulingStep.HealthReplaced;
import kvproof.model.SchedulingStep.OutputProduced;
import kvproof.model.SchedulingStep.PrefillCompleted;
import kvproof.model.SchedulingStep.Released;
import kvproof.model.SchedulingStep.Submitted;
import kvproof.model.SchedulingStep.WorkersReplaced;
import kvproof.model.Verdict.Difference;
import org.jspecify.annotations.Nullable;

/**
 * Follows a scheduler through a case: takes each step with what the scheduler decided, and says
 * what is wrong with it.
 *
 * <p>It works out by itself which request must be decided next and how; where the specification
 * leaves a choice it accepts whatever is allowed and goes on from there. Catches decisions missing,
 * added or out of order, a rank outside the allowed ones, draws, costs, sources, hints, errors,
 * loads and counters that are not what the definitions come to. Blind to threads, to how long
 * anything takes, and to custom policies. After a difference its further words mean nothing. For
 * one thread at a time.
 */
public final class SchedulingOracle {
  private final IndexNow index = new IndexNow();
  private final SchedulingWitness witness;
  private @Nullable FollowedScheduler scheduler;

  public SchedulingOracle() {
    this(SchedulingWitness.NOBODY);
  }

  /** Tells the witness what it works out, as long as nothing was wrong. */
  public SchedulingOracle(SchedulingWitness witness) {
    this.witness = witness;
  }

  /**
   * Takes a step, what was decided during it, in order, and the state after it; returns what
   * differs, nothing if all is right. Index steps may come before the first configuration; throws
   * {@link IllegalArgumentException} for an arrival, and for any other step before it.
   */
  public List<Difference> judge(
      CaseStep step, List<SchedulingDecision> decisions, SchedulerState state) {
    var transcript = new Transcript(decisions);
    switch (step) {
      case IndexStep indexStep -> index.take(indexStep);
      case SchedulingStep schedulingStep -> take(schedulingStep, transcript);
      case Arrival arrival ->
          throw new IllegalArgumentException("a scheduler takes no arrivals: " + arrival);
    }
    transcript.end();
    if (scheduler != null && !transcript.isLost()) {
      compare(scheduler.state(), state, transcript);
    }
    return List.copyOf(transcript.differences());
  }

  private void take(SchedulingStep step, Transcript transcript) {
    if (step instanceof Configured(var settings)) {
      scheduler = new FollowedScheduler(settings, index, witness);
    }
    if (scheduler == null) {
      throw new IllegalArgumentException("before any scheduler was configured: " + step);
    }
    scheduler.follow(transcript);
    switch (step) {
      case Configured _ -> {}
      case WorkersReplaced(var workers) -> scheduler.replaceWorkers(workers);
      case HealthReplaced(var health) -> scheduler.replaceHealth(health);
      case Submitted(var request) -> scheduler.submit(request);
      case ClockAdvanced(long time) -> scheduler.advance(time);
      case PrefillCompleted(var requestId) -> scheduler.completePrefill(requestId);
      case OutputProduced(var requestId, int blocks, double fraction) ->
          scheduler.addOutput(requestId, blocks, fraction);
      case Released(var requestId) -> scheduler.release(requestId);
      case Cancelled(var requestId) -> scheduler.cancel(requestId);
      case AnswersHeld(boolean held) -> scheduler.hold(held);
    }
  }

  private static void compare(
      SchedulerState expected, SchedulerState actual, Transcript transcript) {
    compare("booking", "rank ", expected.ranks(), actual.ranks(), transcript);
    compare("counters", "class ", expected.classes(), actual.classes(), transcript);
  }

  private static <K extends Comparable<? super K>, V> void compare(
      String part,
      String what,
      SortedMap<K, V> expected,
      SortedMap<K, V> actual,
      Transcript transcript) {
    SortedSet<K> keys = new TreeSet<>(expected.keySet());
    keys.addAll(actual.keySet());
    for (K key : keys) {
      String wanted = String.valueOf(expected.get(key));
      String found = String.valueOf(actual.get(key));
      if (!wanted.equals(found)) {
        transcript.differ(part, what + key, wanted, found);
      }
    }
  }
}
