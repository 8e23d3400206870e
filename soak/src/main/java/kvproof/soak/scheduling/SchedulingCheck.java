package kvproof.soak.scheduling;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import kvproof.model.Case;
import kvproof.model.Scheduler;
import kvproof.model.SchedulingStep;
import kvproof.model.SchedulingStep.Configured;
import kvproof.model.Verdict.Difference;
import kvproof.oracles.scheduling.BookingLedger;
import kvproof.oracles.scheduling.SchedulingOracle;
import kvproof.oracles.scheduling.SchedulingWitness;
import kvproof.router.selection.ReferenceScheduler;
import kvproof.soak.digest.Digest;
import kvproof.soak.run.CaseCheck;
import kvproof.soak.run.CaseObserver;

/**
 * Puts a case in which a scheduler takes requests through a scheduler and through the oracle, step
 * by step, up to the first difference; and then lets everything come to rest.
 *
 * <p>Everything that is decided goes into the digest. Looks at every case that configures a
 * scheduler before it tells it anything else, and at no other.
 */
public final class SchedulingCheck implements CaseCheck {
  private final Supplier<? extends Scheduler> schedulers;
  private final Function<SchedulingWitness, List<SchedulingJudge>> judges;

  /** The reference scheduler before the usual judges. */
  public SchedulingCheck() {
    this(ReferenceScheduler::new);
  }

  /** Another scheduler before the usual judges. */
  public SchedulingCheck(Supplier<? extends Scheduler> schedulers) {
    this(schedulers, SchedulingCheck::usualJudges);
  }

  /**
   * Both make fresh ones, for each case once; the first judge to find something is heard.
   *
   * @param judges get whoever wants to know what they work out
   */
  public SchedulingCheck(
      Supplier<? extends Scheduler> schedulers,
      Function<SchedulingWitness, List<SchedulingJudge>> judges) {
    this.schedulers = schedulers;
    this.judges = judges;
  }

  /** The same scheduler before other judges. */
  public SchedulingCheck withJudges(Function<SchedulingWitness, List<SchedulingJudge>> others) {
    return new SchedulingCheck(schedulers, others);
  }

  /** Another scheduler before the same judges. */
  public SchedulingCheck withScheduler(Supplier<? extends Scheduler> other) {
    return new SchedulingCheck(other, judges);
  }

  private static List<SchedulingJudge> usualJudges(SchedulingWitness witness) {
    return List.of(new SchedulingOracle(witness)::judge, new BookingLedger()::judge);
  }

  @Override
  public String name() {
    return ReferenceScheduler.class.getSimpleName();
  }

  @Override
  public List<Difference> check(FinishedCase finished, Digest digest) {
    if (!isScheduled(finished.original())) {
      return List.of();
    }
    CaseObserver observer = finished.observer();
    SchedulingRun run =
        new SchedulingRun(schedulers.get(), judges.apply(observer.witness()), digest);
    return run.run(finished.original(), observer);
  }

  /**
   * What the scheduler did, as lines for people, and what is wrong with it.
   *
   * @param lines up to the step at which something was wrong; none if there is no scheduler in it
   */
  public record Story(List<String> lines, List<Difference> differences) {}

  /** Runs the case for people to look at. */
  public Story story(Case told) {
    if (!isScheduled(told)) {
      return new Story(List.of(), List.of());
    }
    Scheduler scheduler = schedulers.get();
    SchedulingStory story = new SchedulingStory(() -> countersOf(scheduler));
    SchedulingRun run = new SchedulingRun(scheduler, judges.apply(story.witness()), new Digest());
    List<Difference> differences = run.run(told, story);
    return new Story(story.lines(), differences);
  }

  /** Nothing of a scheduler that counts no such thing. */
  private static List<String> countersOf(Scheduler scheduler) {
    return scheduler instanceof ReferenceScheduler reference
        ? reference.reuse().lines()
        : List.of();
  }

  private static boolean isScheduled(Case drawn) {
    Optional<SchedulingStep> first =
        drawn.steps().stream()
            .filter(SchedulingStep.class::isInstance)
            .map(SchedulingStep.class::cast)
            .findFirst();
    return first.isPresent() && first.get() instanceof Configured;
  }
}
