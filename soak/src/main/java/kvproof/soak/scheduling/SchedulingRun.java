package kvproof.soak.scheduling;

import static kvproof.model.Verdict.Kind.FAILED;
import static kvproof.model.Verdict.Kind.WRONG_VALUE;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import kvproof.model.Arrival;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.Scheduler;
import kvproof.model.SchedulerState;
import kvproof.model.SchedulingDecision;
import kvproof.model.SchedulingStep;
import kvproof.model.Verdict.Difference;
import kvproof.model.casetext.CaseText;
import kvproof.soak.digest.Digest;
import kvproof.soak.run.CaseObserver;

/** One case on its way through one scheduler; ends at the first difference. */
final class SchedulingRun {
  private final Scheduler scheduler;
  private final List<SchedulingJudge> judges;
  private final Digest digest;
  private final Rest rest = new Rest();
  private SchedulerState state = nothingYet();
  private List<SchedulingDecision> decided = List.of();
  private boolean isConfigured;

  SchedulingRun(Scheduler scheduler, List<SchedulingJudge> judges, Digest digest) {
    this.scheduler = scheduler;
    this.judges = judges;
    this.digest = digest;
  }

  /** The state before anything was configured. */
  static SchedulerState nothingYet() {
    return new SchedulerState(new TreeMap<>(), new TreeMap<>());
  }

  /** Arrivals are passed over: a scheduler has an index, and nothing in front of it. */
  List<Difference> run(Case drawn, CaseObserver observer) {
    for (int index = 0; index < drawn.steps().size(); index++) {
      CaseStep step = drawn.steps().get(index);
      if (!(step instanceof Arrival)) {
        List<Difference> found = take("step " + (index + 1), step, observer);
        if (!found.isEmpty()) {
          return found;
        }
      }
    }
    List<Difference> found =
        comeToRest(drawn.seed() % 2 == 0 ? rest.byCancelling() : rest.byReleasing());
    return found.isEmpty() ? reserveAgain() : found;
  }

  /** No id may still be reserved by a request that is over. */
  private List<Difference> reserveAgain() {
    for (SchedulingStep step : rest.byReservingAgain()) {
      List<Difference> found = take("at rest", step, new CaseObserver() {});
      if (!found.isEmpty()) {
        return found;
      }
      Optional<SchedulingDecision> conflict = decided.stream().filter(Rest::isConflict).findFirst();
      if (conflict.isPresent()) {
        return List.of(
            new Difference(
                "rest",
                WRONG_VALUE,
                where("at rest", step),
                "an id that nobody uses",
                "conservation",
                conflict.get().toString()));
      }
    }
    return isAtRest();
  }

  private List<Difference> comeToRest(List<SchedulingStep> steps) {
    for (SchedulingStep step : steps) {
      if (Rest.isReached(state) && !(step instanceof SchedulingStep.AnswersHeld)) {
        return List.of();
      }
      List<Difference> found = take("at rest", step, new CaseObserver() {});
      if (!found.isEmpty()) {
        return found;
      }
    }
    return isAtRest();
  }

  private List<Difference> isAtRest() {
    return Rest.isReached(state)
        ? List.of()
        : List.of(
            new Difference(
                "rest",
                WRONG_VALUE,
                "every request is over",
                "no load, nobody waits",
                "conservation",
                state.toString()));
  }

  private List<Difference> take(String which, CaseStep step, CaseObserver observer) {
    isConfigured |= step instanceof SchedulingStep;
    List<SchedulingDecision> decisions;
    try {
      decisions = List.copyOf(scheduler.take(step));
      decided = decisions;
      state = isConfigured ? scheduler.state() : state;
    } catch (RuntimeException | AssertionError | StackOverflowError failure) {
      return List.of(failure("scheduler", which, step, failure));
    }
    rest.add(step);
    fold(decisions);
    List<Difference> found = judged(which, step, decisions);
    if (found.isEmpty()) {
      observer.scheduled(step, decisions, state);
    }
    return found;
  }

  private List<Difference> judged(String which, CaseStep step, List<SchedulingDecision> decisions) {
    try {
      for (SchedulingJudge judge : judges) {
        List<Difference> found = judge.judge(step, decisions, state);
        if (!found.isEmpty()) {
          return found.stream().map(difference -> at(which, step, difference)).toList();
        }
      }
      return List.of();
    } catch (RuntimeException | AssertionError | StackOverflowError failure) {
      return List.of(failure("judge", which, step, failure));
    }
  }

  private static Difference at(String which, CaseStep step, Difference found) {
    return new Difference(
        found.part(),
        found.kind(),
        where(which, step) + ": " + found.where(),
        found.expected(),
        found.expectedBy(),
        found.actual());
  }

  private static Difference failure(String part, String which, CaseStep step, Throwable failure) {
    return new Difference(
        part, FAILED, where(which, step), "decisions", "SchedulingOracle", failure.toString());
  }

  private static String where(String which, CaseStep step) {
    return which + ", " + CaseText.printStep(step);
  }

  private void fold(List<SchedulingDecision> decisions) {
    digest.add(decisions.size());
    decisions.forEach(decision -> digest.add(decision.toString()));
    state
        .ranks()
        .forEach(
            (rank, load) ->
                digest
                    .add(rank)
                    .add(load.activePrefillTokens())
                    .add(load.activeBlocks())
                    .add(load.activeRequests()));
    state.classes().values().forEach(counters -> digest.add(counters.toString()));
  }
}
