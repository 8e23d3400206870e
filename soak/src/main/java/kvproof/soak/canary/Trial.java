package kvproof.soak.canary;

import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import kvproof.model.Case;
import kvproof.soak.canary.TrialResult.Caught;
import kvproof.soak.canary.TrialResult.Rotted;
import kvproof.soak.canary.TrialResult.Survived;
import kvproof.soak.report.Divergence;
import kvproof.soak.run.CaseRunner;
import kvproof.soak.run.Contest;
import kvproof.soak.run.ShrunkDivergence;
import kvproof.soak.scheduling.SchedulingCheck;
import kvproof.testkit.Cases;
import kvproof.testkit.Profile;
import kvproof.testkit.SeededRandom;

/**
 * Sets one mutant against the soak until it is caught.
 *
 * <p>The profiles take turns, and each has the cases that a soak of the same seed would have: the
 * cases of a trial are engine 0, consistent 0, irregular 0, engine 1, and so on. Faults in front of
 * the index show where something arrives, in irregular cases alone. Those of lanes show there step
 * by step, or else in cases of lanes, where threads race: then in how many cases they show differs
 * from run to run. Faults of scheduling show in cases of profile full, before the judges of
 * scheduling alone; those of fetches in cases of profile fetch, where hints are carried out.
 */
final class Trial {
  static final List<Profile> PROFILES =
      List.of(Profile.ENGINE, Profile.CONSISTENT, Profile.IRREGULAR);

  /** What only a scheduler uses. */
  private static final List<String> OF_SCHEDULING =
      List.of(
          "kvproof/router/policy/",
          "kvproof/router/load/",
          "kvproof/router/queue/",
          "kvproof/router/membership/",
          "kvproof/router/overlap/",
          "kvproof/router/selection/",
          "kvproof/router/fetch/RetainedLookup",
          "kvproof/router/fetch/IndexLookup",
          "kvproof/router/fetch/HintBuilder",
          "kvproof/oracles/scheduling/");

  private static final int SHRINK_TRIES = 3_000;

  /** What only the fetches of a case use. */
  private static final List<String> OF_FETCHES =
      List.of("kvproof/mocknixl/", "kvproof/oracles/Fetch", "kvproof/oracles/ByteOracle");

  /** A case of lanes takes long, and what chance found, chance may not find again. */
  private static final int SHRINK_TRIES_OF_LANES = 40;

  private static final long MOST_CASES_OF_LANES = 400;

  /** Without threads that race, one case tells much the same as the next. */
  private static final long MOST_CASES_STEP_BY_STEP = 1_600;

  private final Canary.Plan plan;
  private final Contest sound;
  private final MemoryCompiler compiler;
  private final BooleanSupplier stopped;

  Trial(Canary.Plan plan, Contest sound, MemoryCompiler compiler, BooleanSupplier stopped) {
    this.plan = plan;
    this.sound = sound;
    this.compiler = compiler;
    this.stopped = stopped;
  }

  /** Empty if it was stopped before anything was known. */
  Optional<TrialResult> of(Mutant mutant) {
    try {
      FaultyClasses faulty = FaultyClasses.of(mutant, compiler);
      return run(mutant, new CaseRunner(contest(mutant, faulty)));
    } catch (RottenMutantException rotten) {
      return Optional.of(new Rotted(mutant, String.valueOf(rotten.getMessage())));
    }
  }

  /** Where the fault is in scheduling, what is said of the index is said elsewhere. */
  private Contest contest(Mutant mutant, FaultyClasses faulty) {
    Contest contest = mutant.module().contest(sound, faulty);
    return isOfScheduling(mutant.file())
        ? contest.withChecks(
            contest.checks().stream().filter(SchedulingCheck.class::isInstance).toList())
        : contest;
  }

  private Optional<TrialResult> run(Mutant mutant, CaseRunner runner) {
    long tried = 0;
    for (Phase phase : phases(mutant)) {
      long cases = Math.min(plan.cases(), phase.mostCases());
      for (long index = 0; index < cases; index++) {
        if (stopped.getAsBoolean()) {
          return Optional.empty();
        }
        tried++;
        Profile profile = phase.profiles().get((int) (index % phase.profiles().size()));
        long number = index / phase.profiles().size();
        Case drawn = Cases.draw(profile, SeededRandom.mix(plan.seed(), number));
        Optional<Divergence> divergence = runner.run(drawn).divergence();
        if (divergence.isPresent()) {
          ShrunkDivergence shrunk =
              ShrunkDivergence.of(runner, drawn, divergence.get(), shrinkTries(profile), stopped);
          return Optional.of(caught(mutant, tried, profile, shrunk));
        }
      }
    }
    return Optional.of(new Survived(mutant, tried));
  }

  private static int shrinkTries(Profile profile) {
    return profile == Profile.LANES ? SHRINK_TRIES_OF_LANES : SHRINK_TRIES;
  }

  /** Profiles that take turns, and how many cases of them there are at most. */
  record Phase(List<Profile> profiles, long mostCases) {}

  /** Where a fault of this file can show, the quickest first. */
  static List<Phase> phases(Mutant mutant) {
    String file = mutant.file();
    List<Profile> irregular = List.of(Profile.IRREGULAR);
    if (file.startsWith("kvproof/router/lane/")) {
      return List.of(
          new Phase(irregular, MOST_CASES_STEP_BY_STEP),
          new Phase(List.of(Profile.LANES), MOST_CASES_OF_LANES));
    }
    if (isOfScheduling(file)) {
      return List.of(new Phase(List.of(Profile.FULL), Long.MAX_VALUE));
    }
    if (OF_FETCHES.stream().anyMatch(file::startsWith)) {
      return List.of(new Phase(List.of(Profile.FETCH), Long.MAX_VALUE));
    }
    boolean isInFront =
        file.startsWith("kvproof/events/") || file.startsWith("kvproof/router/predict/");
    return List.of(new Phase(isInFront ? irregular : PROFILES, Long.MAX_VALUE));
  }

  private static boolean isOfScheduling(String file) {
    return OF_SCHEDULING.stream().anyMatch(file::startsWith);
  }

  private static TrialResult caught(
      Mutant mutant, long cases, Profile profile, ShrunkDivergence shrunk) {
    return new Caught(
        mutant, cases, profile, shrunk.divergence(), shrunk.smallest().steps().size());
  }
}
