package kvproof.router.selection;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import kvproof.model.SchedulingDecision.Draws;
import kvproof.router.policy.RandomSource;
import kvproof.router.queue.DrawLog;

/** Passes on the numbers of another source, and writes them down until they are cleared. */
final class RecordingRandom implements RandomSource, DrawLog {
  private final RandomSource source;
  private int[] bounds = new int[16];
  private int[] numbers = new int[16];
  private int wholeCount;
  private double[] reals = new double[4];
  private int realCount;

  RecordingRandom(RandomSource source) {
    this.source = source;
  }

  @Override
  public int nextInt(int bound) {
    int number = source.nextInt(bound);
    if (wholeCount == bounds.length) {
      bounds = Arrays.copyOf(bounds, 2 * wholeCount);
      numbers = Arrays.copyOf(numbers, 2 * wholeCount);
    }
    bounds[wholeCount] = bound;
    numbers[wholeCount++] = number;
    return number;
  }

  @Override
  public double nextReal() {
    double real = source.nextReal();
    if (realCount == reals.length) {
      reals = Arrays.copyOf(reals, 2 * realCount);
    }
    reals[realCount++] = real;
    return real;
  }

  @Override
  public void clear() {
    wholeCount = 0;
    realCount = 0;
  }

  @Override
  public Draws draws() {
    if (wholeCount == 0 && realCount == 0) {
      return Draws.none();
    }
    List<Double> drawnReals = new ArrayList<>();
    for (int i = 0; i < realCount; i++) {
      drawnReals.add(reals[i]);
    }
    return new Draws(boxed(bounds), boxed(numbers), drawnReals);
  }

  private List<Integer> boxed(int[] drawn) {
    return Arrays.stream(drawn, 0, wholeCount).boxed().toList();
  }
}
