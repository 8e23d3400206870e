package kvproof.soak.canary;

import java.util.Locale;
import kvproof.model.Verdict.Difference;
import kvproof.soak.canary.TrialResult.Caught;
import kvproof.soak.canary.TrialResult.Rotted;
import kvproof.soak.canary.TrialResult.Survived;

/** The lines that a person reads about a mutant. */
public final class TrialText {
  private TrialText() {}

  /** One line for a caught mutant; for another one what the fault is, too. */
  public static String of(TrialResult result) {
    return switch (result) {
      case Caught caught -> caught(caught);
      case Survived(Mutant mutant, long cases) ->
          line("SURVIVED", mutant, String.format(Locale.ROOT, "%6d cases", cases))
              + "\n"
              + entry(mutant);
      case Rotted(Mutant mutant, String reason) ->
          line("ROTTED", mutant, reason) + "\n" + entry(mutant);
    };
  }

  private static String caught(Caught caught) {
    Difference first = caught.divergence().first();
    return line(
        "caught",
        caught.mutant(),
        String.format(
            Locale.ROOT,
            "%6d cases  %-10s  %-18s  %-12s  %2d steps",
            caught.cases(),
            caught.profile().wireName(),
            first.part(),
            first.kind(),
            caught.shrunkSteps()));
  }

  private static String line(String verdict, Mutant mutant, String rest) {
    return String.format(Locale.ROOT, "%-8s  %-52s  %s", verdict, mutant.name(), rest);
  }

  /** How a list of mutants shows one: its name, and below it the fault and where it is. */
  public static String entry(Mutant mutant) {
    return "          " + mutant.fault() + "\n          in " + mutant.file();
  }
}
