package kvproof.testkit;

import java.util.ArrayList;
import java.util.List;

/**
 * The only source of randomness: SplitMix64, the same stream on every JDK.
 *
 * <p>Not for several threads, not for secrets.
 */
public final class SeededRandom {
  private static final long GOLDEN_GAMMA = 0x9e37_79b9_7f4a_7c15L;

  private final long seed;
  private long state;

  public SeededRandom(long seed) {
    this.seed = seed;
    this.state = seed;
  }

  /** Seed of the case at {@code index} of a run; that of case 0 is the seed of the run. */
  public static long mix(long seed, long index) {
    return index == 0 ? seed : scramble(seed + index * GOLDEN_GAMMA);
  }

  /**
   * A stream of its own for one component, the same however much was drawn here before.
   *
   * <p>Forking twice under one name gives the same stream twice.
   */
  public SeededRandom fork(String component) {
    long label = component.length();
    for (int i = 0; i < component.length(); i++) {
      label = scramble(label + GOLDEN_GAMMA + component.charAt(i));
    }
    return new SeededRandom(scramble(seed ^ label));
  }

  public long nextLong() {
    state += GOLDEN_GAMMA;
    return scramble(state);
  }

  /** A number in {@code [0, bound)}; throws {@link IllegalArgumentException} if that is empty. */
  public int below(int bound) {
    if (bound < 1) {
      throw new IllegalArgumentException("nothing is below " + bound);
    }
    return (int) (((nextLong() >>> 32) * bound) >>> 32);
  }

  /** A number in {@code [first, last]}, both included. */
  public int between(int first, int last) {
    return first + below(last - first + 1);
  }

  /** True in {@code percent} of 100 calls. */
  public boolean chance(int percent) {
    return below(100) < percent;
  }

  /** One of the values, each as likely as the next. */
  public <T> T pick(List<T> values) {
    return values.get(below(values.size()));
  }

  /** An index, each as likely as its weight says; throws if all weights are 0. */
  public int weighted(int... weights) {
    int sum = 0;
    for (int weight : weights) {
      sum += weight;
    }
    int left = below(sum);
    int index = 0;
    while (left >= weights[index]) {
      left -= weights[index];
      index++;
    }
    return index;
  }

  /** A fresh list of the same values in a random order. */
  public <T> List<T> shuffled(List<T> values) {
    List<T> shuffled = new ArrayList<>(values);
    for (int last = shuffled.size() - 1; last > 0; last--) {
      int other = below(last + 1);
      T value = shuffled.get(last);
      shuffled.set(last, shuffled.get(other));
      shuffled.set(other, value);
    }
    return shuffled;
  }

  /** The finaliser of SplitMix64, a bijection. */
  private static long scramble(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xbf58_476d_1ce4_e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d0_49bb_1331_11ebL;
    return mixed ^ (mixed >>> 31);
  }
}
