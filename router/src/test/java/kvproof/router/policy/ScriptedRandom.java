package kvproof.router.policy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Gives the numbers it was given, and writes down what it was asked. */
final class ScriptedRandom implements RandomSource {
  private final Deque<Integer> numbers = new ArrayDeque<>();
  private final Deque<Double> reals = new ArrayDeque<>();

  /** Bounds of whole numbers, -1 for a real. */
  final List<Integer> asked = new ArrayList<>();

  static ScriptedRandom numbers(int... numbers) {
    ScriptedRandom random = new ScriptedRandom();
    IntStream.of(numbers).forEach(random.numbers::add);
    return random;
  }

  static ScriptedRandom reals(double... reals) {
    ScriptedRandom random = new ScriptedRandom();
    DoubleStream.of(reals).forEach(random.reals::add);
    return random;
  }

  @Override
  public int nextInt(int bound) {
    asked.add(bound);
    return numbers.remove();
  }

  @Override
  public double nextReal() {
    asked.add(-1);
    return reals.remove();
  }
}
