package kvproof.router.lane;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/**
 * Explores the interleavings of two threads over a structure, within what a build has time for.
 *
 * <p>{@code -Dkvproof.lincheck.factor=10} explores ten times as many.
 */
final class ModelChecked {
  private static final int FACTOR = Integer.getInteger("kvproof.lincheck.factor", 1);

  private ModelChecked() {}

  private static ModelCheckingOptions options() {
    return new ModelCheckingOptions()
        .iterations(12 * FACTOR)
        .invocationsPerIteration(250 * FACTOR)
        .threads(2)
        .actorsPerThread(3)
        .actorsBefore(1)
        .actorsAfter(1)
        .minimizeFailedScenario(false);
  }

  /** Every explored execution has the results of some order of its operations. */
  static void isLinearizable(Class<?> structure) {
    options().check(structure);
  }

  /** The race that was planted in the structure is found. */
  static void isFoundToRace(Class<?> structure) {
    assertThatThrownBy(() -> options().check(structure)).isInstanceOf(LincheckAssertionError.class);
  }
}
