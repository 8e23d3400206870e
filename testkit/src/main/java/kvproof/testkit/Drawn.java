package kvproof.testkit;

import java.util.function.LongFunction;
import kvproof.model.Case;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/**
 * Offers what this module draws to jqwik, so that properties and the soak run the same cases.
 *
 * <p>A seed has no smaller one that means less, so jqwik does not shrink these values: shrink a
 * failing case with {@link CaseShrinker}.
 */
public final class Drawn {
  private Drawn() {}

  /** Values by seed, such as {@code gen::drawBySeed}; jqwik chooses the seed. */
  public static <T> Arbitrary<T> from(LongFunction<T> drawBySeed) {
    return Arbitraries.randomValue(random -> drawBySeed.apply(random.nextLong()));
  }

  /** Cases as the soak draws them. */
  public static Arbitrary<Case> cases(Profile profile) {
    return from(seed -> Cases.draw(profile, seed));
  }

  /** Cases in which every step is an index step. */
  public static Arbitrary<Case> plainCases(Profile profile) {
    return from(seed -> Cases.drawPlain(profile, seed));
  }
}
