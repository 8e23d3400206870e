package kvproof.testkit;

import java.util.function.Function;

/** Draws values; everything about a value follows from the {@link SeededRandom} it is given. */
@FunctionalInterface
public interface Gen<T> {

  T draw(SeededRandom random);

  /** The value that belongs to a seed. */
  default T drawBySeed(long seed) {
    return draw(new SeededRandom(seed));
  }

  default <U> Gen<U> map(Function<? super T, ? extends U> change) {
    return random -> change.apply(draw(random));
  }
}
