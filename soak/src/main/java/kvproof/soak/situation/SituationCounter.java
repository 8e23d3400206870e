package kvproof.soak.situation;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.SortedMap;
import kvproof.model.Answer;
import kvproof.model.ApplyStatus;
import kvproof.model.Arrival;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.FetchAttempt;
import kvproof.model.FetchResult;
import kvproof.model.IndexStep;
import kvproof.model.KvRouter;
import kvproof.model.Request;
import kvproof.model.SchedulerState;
import kvproof.model.SchedulingDecision;
import kvproof.oracles.scheduling.SchedulingWitness;
import kvproof.soak.run.Situations;
import org.jspecify.annotations.Nullable;

/** Watches one case after the other and counts what they meet. */
final class SituationCounter implements Situations.Counter {
  private final Tally tally;
  private @Nullable CaseWatch watch;
  private @Nullable ScheduleWatch schedule;
  private @Nullable FetchWatch fetches;

  SituationCounter(List<Situation> situations) {
    tally = new Tally(situations);
  }

  @Override
  public void started(Case soakCase, KvRouter oracle) {
    tally.beginCase();
    watch = new CaseWatch(soakCase, oracle, tally);
    schedule = new ScheduleWatch(tally);
    fetches = new FetchWatch(tally);
  }

  @Override
  public void applying(int index, IndexStep step) {
    watch().applying(index, step);
  }

  @Override
  public void applied(int index, IndexStep step, ApplyStatus status) {
    watch().applied(step, status);
  }

  @Override
  public void arriving(int index, Arrival arrival) {
    watch().arriving(arrival);
  }

  @Override
  public void arrived(
      int index, Arrival arrival, List<IndexStep> steps, SortedMap<String, Long> counts) {
    watch().arrived(arrival, steps, counts);
  }

  @Override
  public void answered(Request request, Answer expected, boolean atEnd) {
    watch().answered(request, expected, atEnd);
    if (atEnd) {
      fetches().answered(request, expected);
    }
  }

  @Override
  public void scheduled(CaseStep step, List<SchedulingDecision> decisions, SchedulerState state) {
    schedule().scheduled(step, decisions, state);
  }

  @Override
  public void fetched(FetchAttempt attempt, FetchResult result, boolean struck) {
    fetches().fetched(attempt, result, struck);
  }

  @Override
  public SchedulingWitness witness() {
    return schedule();
  }

  private ScheduleWatch schedule() {
    return requireNonNull(schedule, "no case was started");
  }

  private FetchWatch fetches() {
    return requireNonNull(fetches, "no case was started");
  }

  private CaseWatch watch() {
    return requireNonNull(watch, "no case was started");
  }

  @Override
  public SortedMap<String, Long> counts() {
    return tally.counts();
  }
}
