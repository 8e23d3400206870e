package kvproof.model;

import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/** What happens to a scheduler: requests, workers, time. */
public sealed interface SchedulingStep extends CaseStep {

  /** Begins a scheduler with an empty queue; everything before it is forgotten but the index. */
  record Configured(SchedulerSettings settings) implements SchedulingStep {}

  /** These workers may run requests from now on, by id, and no others. */
  record WorkersReplaced(List<SchedulableWorker> workers) implements SchedulingStep {
    public WorkersReplaced {
      workers = sorted(workers);
    }

    private static List<SchedulableWorker> sorted(Collection<SchedulableWorker> workers) {
      var byId = new TreeMap<Long, SchedulableWorker>(Long::compareUnsigned);
      for (SchedulableWorker worker : workers) {
        if (byId.put(worker.workerId(), worker) != null) {
          throw new IllegalArgumentException(
              "worker " + Long.toUnsignedString(worker.workerId()) + " is listed twice");
        }
      }
      return List.copyOf(byId.values());
    }
  }

  record HealthReplaced(WorkerHealth health) implements SchedulingStep {}

  record Submitted(SelectionRequest request) implements SchedulingStep {}

  /** The clock shows this many nanoseconds since the start; an earlier time changes nothing. */
  record ClockAdvanced(long nowNanos) implements SchedulingStep {
    public ClockAdvanced {
      if (nowNanos < 0) {
        throw new IllegalArgumentException("clock before the start: " + nowNanos + " ns");
      }
    }
  }

  /** The worker has finished the prefill of a booked request. */
  record PrefillCompleted(String requestId) implements SchedulingStep {}

  /**
   * A booked request has more blocks.
   *
   * @param blocks how many, all its own
   * @param fraction what its own blocks count from now on, 0 to 1
   */
  record OutputProduced(String requestId, int blocks, double fraction) implements SchedulingStep {
    public OutputProduced {
      if (blocks < 0) {
        throw new IllegalArgumentException(
            "output of request '" + requestId + "' must be at least 0 blocks, not " + blocks);
      }
      if (!(fraction >= 0 && fraction <= 1)) {
        throw new IllegalArgumentException(
            "fraction of request '" + requestId + "' must be from 0 to 1, not " + fraction);
      }
    }
  }

  /** A booked request is over. */
  record Released(String requestId) implements SchedulingStep {}

  /** The caller no longer waits for its answer; nothing once it was answered. */
  record Cancelled(String requestId) implements SchedulingStep {}

  /** While answers are held, choices are made and booked, but nobody is told. */
  record AnswersHeld(boolean held) implements SchedulingStep {}
}
