package kvproof.router.lane;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/**
 * Explores the interleavings of two threads over a structure, within what a build has time for.
 *
 * <p>The Maven profile {@code model-check} explores twenty times as many.
 */
final class ModelChecked {
  private static final int FACTOR = Integer.getInteger("kvproof.lincheck.factor", 1);

  private ModelChecked() {}

  /** For structures of which one execution takes long. */
  static final int FEW = 60;

  private static final int MANY = 250;

  private static ModelCheckingOptions options(int invocations) {
    return new ModelCheckingOptions()
        .iterations(12)
        .invocationsPerIteration(invocations * FACTOR)
        .threads(2)
        .actorsPerThread(3)
        .actorsBefore(1)
        .actorsAfter(1)
        .minimizeFailedScenario(false);
  }

  /** Every explored execution has the results of some order of its operations. */
  static void isLinearizable(Class<?> structure) {
    isLinearizable(structure, MANY);
  }

  /** The same, with so many interleavings of each of a dozen scenarios. */
  static void isLinearizable(Class<?> structure, int invocations) {
    options(invocations).check(structure);
  }

  /** The race that was planted in the structure is found. */
  static void isFoundToRace(Class<?> structure) {
    assertThatThrownBy(() -> options(MANY).check(structure))
        .isInstanceOf(LincheckAssertionError.class);
  }
}
