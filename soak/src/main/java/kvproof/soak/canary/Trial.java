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
import kvproof.testkit.Cases;
import kvproof.testkit.Profile;
import kvproof.testkit.SeededRandom;

/**
 * Sets one mutant against the soak until it is caught.
 *
 * <p>The profiles take turns, and each has the cases that a soak of the same seed would have: the
 * cases of a trial are engine 0, consistent 0, irregular 0, engine 1, and so on.
 */
final class Trial {
  static final List<Profile> PROFILES =
      List.of(Profile.ENGINE, Profile.CONSISTENT, Profile.IRREGULAR);

  private static final int SHRINK_TRIES = 3_000;

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
      return run(mutant, new CaseRunner(mutant.module().contest(sound, faulty)));
    } catch (RottenMutantException rotten) {
      return Optional.of(new Rotted(mutant, String.valueOf(rotten.getMessage())));
    }
  }

  private Optional<TrialResult> run(Mutant mutant, CaseRunner runner) {
    for (long index = 0; index < plan.cases(); index++) {
      if (stopped.getAsBoolean()) {
        return Optional.empty();
      }
      Profile profile = PROFILES.get((int) (index % PROFILES.size()));
      Case drawn = Cases.draw(profile, SeededRandom.mix(plan.seed(), index / PROFILES.size()));
      Optional<Divergence> divergence = runner.run(drawn).divergence();
      if (divergence.isPresent()) {
        ShrunkDivergence shrunk =
            ShrunkDivergence.of(runner, drawn, divergence.get(), SHRINK_TRIES, stopped);
        return Optional.of(caught(mutant, index + 1, profile, shrunk));
      }
    }
    return Optional.of(new Survived(mutant, plan.cases()));
  }

  private static TrialResult caught(
      Mutant mutant, long cases, Profile profile, ShrunkDivergence shrunk) {
    return new Caught(
        mutant, cases, profile, shrunk.divergence(), shrunk.smallest().steps().size());
  }
}
