package kvproof.soak.outside;

import java.time.Duration;
import java.util.Optional;
import kvproof.model.Case;
import kvproof.model.casetext.CaseText;
import kvproof.soak.outside.LyingProgram.Lie;
import kvproof.soak.report.Divergence;
import kvproof.testkit.Cases;
import kvproof.testkit.Profile;
import kvproof.testkit.SeededRandom;

/**
 * What kvproof finds out about a lying router, in words: for tests that have classes with faults.
 */
public final class LyingProbe {
  private static final int CASES = 25;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Worker 4 gives the place of 101 a second hash, which is no matter of worker 3. */
  static final String SECOND_MEANING =
      """
      kvproof-case 1
      profile irregular
      seed 1
      store 1/0 device root 1:101 2:102
      store 4/0 device root 1:111
      store 3/0 device root 9:109
      ask q1 local 9 1 2 targets 2/0
      """;

  /** Worker 3 does so itself. */
  static final String SECOND_MEANING_BY_3 =
      """
      kvproof-case 1
      profile irregular
      seed 1
      store 1/0 device root 1:101 2:102
      store 3/0 device root 1:111
      ask q1 local 1 2 targets 2/0
      """;

  private LyingProbe() {}

  /**
   * The kind of what is found first, {@code agrees} if nothing is; and what was left out.
   *
   * <p>Drawn cases are many on their way; a name with {@code in SECOND_MEANING} or {@code in
   * SECOND_MEANING_BY_3} behind it is tried in that case.
   */
  public static String tried(String name) {
    String[] words = name.split(" in ", 2);
    Lie lie = Lie.valueOf(words[0]);
    try (OutsideTrial trial = new OutsideTrial(() -> conversation(lie), capabilities(lie))) {
      Optional<Divergence> divergence =
          words.length == 1
              ? among(trial)
              : trial.run(CaseText.parse(named(words[1]))).divergence();
      return divergence.map(LyingProbe::text).orElse("agrees")
          + " "
          + String.join(",", capabilities(lie).leftOut())
          + " "
          + trial.leftOutSteps();
    }
  }

  private static String named(String name) {
    return switch (name) {
      case "SECOND_MEANING" -> SECOND_MEANING;
      case "SECOND_MEANING_BY_3" -> SECOND_MEANING_BY_3;
      default -> throw new IllegalArgumentException("no case " + name);
    };
  }

  private static String text(Divergence found) {
    return found.first().kind() + " " + found.first().actual();
  }

  private static Optional<Divergence> among(OutsideTrial trial) {
    for (int i = 0; i < CASES; i++) {
      trial.begin(drawn(i));
    }
    for (int settled = 0; settled < CASES; ) {
      for (var result : trial.settle()) {
        settled++;
        if (result.divergence().isPresent()) {
          return result.divergence();
        }
      }
    }
    return Optional.empty();
  }

  private static Case drawn(int index) {
    return Cases.draw(Profile.ENGINE, SeededRandom.mix(11, index));
  }

  private static Conversation conversation(Lie lie) {
    return new Conversation(new RouterProcess(new LiarOnAThread(lie)), PATIENCE);
  }

  private static Capabilities capabilities(Lie lie) {
    try (Conversation greeting = conversation(lie)) {
      return OutsideRouter.greet(greeting);
    }
  }
}
