package kvproof.soak.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import kvproof.model.Case;
import kvproof.soak.digest.Digest;
import kvproof.soak.report.Divergence;
import kvproof.soak.report.Finding;
import kvproof.soak.report.RunReport.ProfileReport;
import kvproof.soak.report.SeedText;
import kvproof.soak.run.RunControl.Deadline;
import kvproof.testkit.CaseSize;
import kvproof.testkit.Cases;
import kvproof.testkit.Profile;
import kvproof.testkit.SeededRandom;

/**
 * Generates, runs and compares the cases of one profile.
 *
 * <p>Results are folded in case order on the calling thread, which also shrinks; so neither the
 * number of threads nor their timing shows in what comes out, but for the number of cases that a
 * budget leaves room for.
 */
public final class Soak {
  private static final int FINDINGS_KEPT = 10;
  private static final int SHRINK_TRIES = 3_000;

  /** Each that fails again costs a new process. */
  private static final int SHRINK_TRIES_OF_A_CRASH = 40;

  /** Each that hangs again takes the whole time which an answer may take. */
  private static final int SHRINK_TRIES_OF_A_HANG = 12;

  /**
   * What to run.
   *
   * @param size of each case; one that the profile has
   * @param seed of the run; case i has the seed {@code mix(seed, i)}
   * @param budget ends the run early, but not before its first cases; absent: all cases run
   */
  public record Plan(
      Profile profile,
      CaseSize size,
      long seed,
      long cases,
      int threads,
      Optional<Duration> budget) {

    /** Of cases of the usual size. */
    public Plan(Profile profile, long seed, long cases, int threads, Optional<Duration> budget) {
      this(profile, CaseSize.USUAL, seed, cases, threads, budget);
    }

    public long caseSeed(long index) {
      return SeededRandom.mix(seed, index);
    }

    /** The case at an index, drawn anew each time. */
    public Case draw(long index) {
      return Cases.draw(profile, size, caseSeed(index));
    }

    /** What the soak of one of its cases alone is told. */
    String options() {
      return "--profile "
          + profile.wireName()
          + (size == CaseSize.USUAL ? "" : " --size " + size.wireName());
    }
  }

  /**
   * What came of it; {@code report} holds what had run if there was a failure.
   *
   * @param failure kvproof itself failed
   */
  public record Outcome(ProfileReport report, Optional<HarnessFailure> failure) {}

  private final Plan plan;
  private final Trials trials;
  private final Situations situations;
  private final RunControl control;
  private final Progress progress;
  private final UnaryOperator<Finding> keeper;

  private final Digest digest = new Digest();
  private final EventMix eventMix = new EventMix();
  private final SortedMap<String, Long> front = new TreeMap<>();
  private final SpeedLog speed = new SpeedLog();
  private final List<Finding> findings = new ArrayList<>();
  private long done;
  private long diverged;

  /** A soak within this process that runs once. */
  public Soak(
      Plan plan,
      Contest contest,
      Situations situations,
      RunControl control,
      Progress progress,
      UnaryOperator<Finding> keeper) {
    this(plan, Trials.within(contest, situations), situations, control, progress, keeper);
  }

  /**
   * A soak that runs once.
   *
   * @param situations what the trials count, and what is promised
   * @param keeper writes a finding down and returns it with the place where it was kept
   */
  public Soak(
      Plan plan,
      Trials trials,
      Situations situations,
      RunControl control,
      Progress progress,
      UnaryOperator<Finding> keeper) {
    this.plan = plan;
    this.trials = trials;
    this.situations = situations;
    this.control = control;
    this.progress = progress;
    this.keeper = keeper;
  }

  public Outcome run() {
    Deadline deadline = control.start(plan.budget());
    progress.started(plan.profile().wireName(), plan.cases());
    try (CaseSupply pool = trials.of(plan)) {
      Optional<HarnessFailure> failure = foldAll(pool, deadline);
      return new Outcome(report(countsUnless(failure, pool), deadline), failure);
    } finally {
      progress.ended();
    }
  }

  private Optional<HarnessFailure> foldAll(CaseSupply pool, Deadline deadline) {
    try {
      while (true) {
        if (isToBeginMore(pool, deadline)) {
          pool.beginMore();
        }
        if (pool.isDrained()) {
          return Optional.empty();
        }
        fold(pool.take(done, () -> isStopping(deadline)), deadline);
      }
    } catch (HarnessFailure failure) {
      return Optional.of(failure);
    }
  }

  /** Begins something whatever the budget: a run without a case would have compared nothing. */
  private boolean isToBeginMore(CaseSupply pool, Deadline deadline) {
    return pool.hasBegun() ? !isStopping(deadline) : !control.stopped().getAsBoolean();
  }

  /** After a failure a thread may still be counting: then nothing is known. */
  private static SortedMap<String, Long> countsUnless(
      Optional<HarnessFailure> failure, CaseSupply pool) {
    return failure.isPresent() ? new TreeMap<>() : pool.situationCounts();
  }

  private boolean isStopping(Deadline deadline) {
    return control.stopped().getAsBoolean() || deadline.isSpent();
  }

  private void fold(CaseResult result, Deadline deadline) {
    digest.add(result.digest());
    eventMix.add(result.eventMix());
    result.front().forEach((name, count) -> front.merge(name, count, Long::sum));
    if (result.divergence().isPresent()) {
      diverged++;
      if (findings.size() < FINDINGS_KEPT) {
        findings.add(keeper.apply(finding(result.divergence().get(), deadline)));
      }
    }
    done++;
    speed.offer(deadline.elapsed().toMillis(), done);
    progress.advanced(done, diverged);
  }

  private Finding finding(Divergence divergence, Deadline deadline) {
    Case original = plan.draw(done);
    ShrunkDivergence shrunk =
        divergence.first().part().equals(CaseTwice.DIGEST_PART)
            ? new ShrunkDivergence(original, divergence, 0)
            : ShrunkDivergence.of(
                trials.alone(),
                original,
                divergence,
                shrinkTries(divergence),
                () -> isStopping(deadline));
    return new Finding(
        done,
        plan.cases(),
        original,
        shrunk.divergence(),
        shrunk.smallest(),
        shrunk.tries(),
        Optional.empty(),
        rerun(plan.caseSeed(done)));
  }

  private static int shrinkTries(Divergence divergence) {
    return switch (divergence.first().kind()) {
      case TIMED_OUT -> SHRINK_TRIES_OF_A_HANG;
      case CRASHED, UNREADABLE, UNANSWERED, OUT_OF_ORDER -> SHRINK_TRIES_OF_A_CRASH;
      case OVER_CREDIT, UNDER_CREDIT, WRONG_SOURCE, WRONG_END, WRONG_VALUE, WRONG_SHAPE, FAILED ->
          SHRINK_TRIES;
    };
  }

  private String rerun(long caseSeed) {
    return "./kvproof soak "
        + plan.options()
        + " --seed "
        + SeedText.print(caseSeed)
        + " --cases 1"
        + trials.rerunOptions();
  }

  /** Small cases promise nothing: many a situation needs more steps than they have. */
  private SortedSet<String> promised() {
    return plan.size() == CaseSize.USUAL ? situations.promised(plan.profile()) : new TreeSet<>();
  }

  private ProfileReport report(SortedMap<String, Long> counts, Deadline deadline) {
    SortedSet<String> missed = new TreeSet<>(promised());
    SortedMap<String, Long> met = new TreeMap<>(counts);
    missed.forEach(name -> met.putIfAbsent(name, 0L));
    missed.removeIf(name -> met.getOrDefault(name, 0L) > 0);
    return new ProfileReport(
        plan.profile().wireName(),
        plan.seed(),
        plan.cases(),
        done,
        diverged,
        findings,
        met,
        missed,
        eventMix.counts(),
        front,
        speed.samples(deadline.elapsed().toMillis(), done),
        digest.value());
  }
}
