package kvproof.router.selection;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kvproof.model.Arrival;
import kvproof.model.CaseStep;
import kvproof.model.IndexStep;
import kvproof.model.Scheduler;
import kvproof.model.SchedulerState;
import kvproof.model.SchedulingDecision;
import kvproof.model.SchedulingDecision.Answered;
import kvproof.model.SchedulingDecision.Chosen;
import kvproof.model.SchedulingDecision.Refused;
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
import kvproof.router.ReferenceRouter;
import kvproof.router.policy.DefaultPolicy;
import kvproof.router.queue.BookingLease;
import kvproof.router.queue.Submission;
import kvproof.router.reuse.ReuseReport;
import org.jspecify.annotations.Nullable;

/**
 * The reference of everything that a request meets: one partition with the default policy over an
 * index of its own.
 *
 * <p>Throws {@link IllegalStateException} for a scheduling step before the first {@link
 * Configured}, which begins at time 0 whenever it comes.
 */
public final class ReferenceScheduler implements Scheduler {
  private final ReferenceRouter router = new ReferenceRouter();
  private @Nullable Partition partition;
  private final List<SchedulingDecision> decisions = new ArrayList<>();
  private final SelectionListener listener = new Recorder();

  /** Writes down what is decided; bookings of leases are freed by id here, as all others. */
  private final class Recorder implements SelectionListener {
    @Override
    public void chosen(Chosen choice) {
      decisions.add(choice);
    }

    @Override
    public boolean answered(Answered answer, Optional<BookingLease> lease) {
      decisions.add(answer);
      lease.ifPresent(BookingLease::handOver);
      return true;
    }

    @Override
    public void refused(Refused refusal) {
      decisions.add(refusal);
    }
  }

  @Override
  public List<SchedulingDecision> take(CaseStep step) {
    switch (step) {
      case IndexStep indexStep -> router.take(indexStep);
      case SchedulingStep schedulingStep -> take(schedulingStep);
      case Arrival arrival ->
          throw new IllegalArgumentException("a scheduler takes no arrivals: " + arrival);
    }
    List<SchedulingDecision> taken = List.copyOf(decisions);
    decisions.clear();
    return taken;
  }

  private void configure(Configured configured) {
    partition =
        Partition.open(
            PartitionSettings.ofDefaults(configured.settings()),
            DefaultPolicy.factory(),
            clock -> new EventIndex(router),
            new BookClaims(),
            warning -> {
              throw new AssertionError("a local index and the default policy: " + warning);
            });
  }

  private void take(SchedulingStep step) {
    switch (step) {
      case Configured configured -> configure(configured);
      case WorkersReplaced replaced -> partition().replaceWorkers(replaced.workers());
      case HealthReplaced replaced -> partition().replaceHealth(replaced.health());
      case Submitted submitted -> partition().submit(Submission.of(submitted.request()), listener);
      case ClockAdvanced advanced -> partition().advanceTo(advanced.nowNanos());
      case PrefillCompleted completed -> partition().completePrefill(completed.requestId());
      case OutputProduced output ->
          partition().addOutputBlocks(output.requestId(), output.blocks(), output.fraction());
      case Released released -> partition().release(released.requestId());
      case Cancelled cancelled -> partition().cancel(cancelled.requestId());
      case AnswersHeld answers -> partition().holdAnswers(answers.held());
    }
  }

  private Partition partition() {
    if (partition == null) {
      throw new IllegalStateException("the scheduler is not configured");
    }
    return partition;
  }

  @Override
  public SchedulerState state() {
    return partition().state();
  }

  /** What booked requests found held where they were sent. */
  public ReuseReport reuse() {
    return partition()
        .reuse()
        .orElseThrow(() -> new AssertionError("the default policy reads the cache"));
  }
}
