package kvproof.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import kvproof.benchmarks.load.LoadVerdict.Line;
import kvproof.benchmarks.load.LoadVerdict.Pair;
import kvproof.testkit.SeededRandom;
import org.junit.jupiter.api.Test;

/** Rounds whose truth is known: the machine is up to twice as slow from round to round. */
class LoadVerdictTest {
  private static final int ROUNDS = 9;

  private final SeededRandom random = new SeededRandom(5);

  private LoadResult result(double micros, boolean missed, long differing) {
    Map<LoadFigure, Double> figures = new EnumMap<>(LoadFigure.class);
    for (LoadFigure figure : LoadFigure.values()) {
      figures.put(figure, micros * (1 + random.below(30) / 1000.0));
    }
    return new LoadResult(figures, 1000, missed ? 1e6 : 0, 0, missed, 1, 2, differing);
  }

  private LoadResult result(double micros) {
    return result(micros, false, 0);
  }

  private Pair pair(double secondByFirst) {
    var pair = new Pair();
    for (int round = 0; round < ROUNDS; round++) {
      double machine = 100 * (1 + random.below(101) / 100.0);
      pair.addFirst(round, result(machine));
      pair.addSecond(round, result(machine * secondByFirst));
    }
    return pair;
  }

  private static List<Line> lines(Pair arms, Pair noise) {
    return new LoadVerdict(arms, noise).lines().orElseThrow();
  }

  @Test
  void sameBuildIsInsideNoiseThoughTheMachineSlowsDown() {
    assertThat(lines(pair(1), pair(1)))
        .hasSize(LoadFigure.values().length)
        .noneMatch(Line::isOutsideNoise);
  }

  @Test
  void tenthMoreOrLessIsOutsideNoise() {
    assertThat(lines(pair(1.1), pair(1)))
        .allMatch(Line::isOutsideNoise)
        .allMatch(line -> line.ratio().median() > 1.05 && line.second() > line.first());
    assertThat(lines(pair(0.9), pair(1)))
        .allMatch(Line::isOutsideNoise)
        .allMatch(line -> line.ratio().high() < 1);
  }

  /** What the same build shows against itself is no difference of the arms. */
  @Test
  void tenthIsInsideNoiseWhereTheSameBuildShowsIt() {
    Pair noise = pair(1);
    for (int round = 0; round < ROUNDS; round++) {
      noise.addSecond(round, result(round % 2 == 0 ? 70 : 320));
    }

    assertThat(lines(pair(1.1), noise)).noneMatch(Line::isOutsideNoise).allMatch(Line::isTooNoisy);
    assertThat(lines(pair(1.1), pair(1))).noneMatch(Line::isTooNoisy);
  }

  @Test
  void roundsWhoseRunMissedItsScheduleOrIsVoidAreLeftOut() {
    Pair arms = pair(1);
    arms.addSecond(3, result(1e9, true, 0));
    arms.addFirst(4, result(1e9, false, 1));

    assertThat(arms.rounds()).hasSize(ROUNDS - 2).doesNotContain(3, 4);
    assertThat(lines(arms, pair(1))).allMatch(line -> line.ratio().high() < 1.03);
  }

  @Test
  void tooFewRoundsAreNoVerdict() {
    Pair arms = pair(2);
    for (int round = 0; round < 5; round++) {
      arms.addSecond(round, result(100, true, 0));
    }

    assertThat(new LoadVerdict(arms, pair(1)).rounds()).isEqualTo(4);
    assertThat(new LoadVerdict(arms, pair(1)).lines()).isEmpty();
  }
}
