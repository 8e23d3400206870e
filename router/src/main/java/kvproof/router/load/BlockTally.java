package kvproof.router.load;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many blocks one rank is charged for, where each counts a fraction from 0 to 1.
 *
 * <p>The sum is exact, so that it is the same whatever was added and removed in between.
 */
final class BlockTally {
  private static final double HALF = 0.5;

  /** Far more than the relative error of one multiplication and one addition. */
  private static final double SLACK_PER_TERM = 0x1p-50;

  private long wholeBlocks;
  private final TreeMap<Double, Long> partialBlocks = new TreeMap<>();
  private long partialRounded;

  void add(long blocks, double fraction) {
    if (fraction == 1) {
      wholeBlocks += blocks;
    } else if (blocks > 0) {
      partialBlocks.merge(fraction, blocks, Long::sum);
      partialRounded = roundPartial();
    }
  }

  /** Throws {@link AssertionError} if there are not so many of this fraction. */
  void remove(long blocks, double fraction) {
    long held = fraction == 1 ? wholeBlocks : partialBlocks.getOrDefault(fraction, 0L);
    if (held < blocks) {
      throw new AssertionError(
          "blocks underflow: " + held + " that count " + fraction + ", less " + blocks);
    }
    if (fraction == 1) {
      wholeBlocks -= blocks;
    } else if (blocks > 0) {
      partialBlocks.computeIfPresent(
          fraction, (key, count) -> count == blocks ? null : count - blocks);
      partialRounded = roundPartial();
    }
  }

  void move(long blocks, double from, double to) {
    if (from != to) {
      remove(blocks, from);
      add(blocks, to);
    }
  }

  /** The sum, rounded to the nearest; a half up. */
  long rounded() {
    return wholeBlocks + partialRounded;
  }

  boolean isEmpty() {
    return wholeBlocks == 0 && partialBlocks.isEmpty();
  }

  private long roundPartial() {
    double sum = 0;
    for (Map.Entry<Double, Long> entry : partialBlocks.entrySet()) {
      sum += entry.getKey() * entry.getValue();
    }
    double slack = (sum + 1) * (partialBlocks.size() + 1) * SLACK_PER_TERM;
    boolean isNearHalf = Math.abs(sum - Math.floor(sum) - HALF) <= slack;
    return isNearHalf ? roundPartialExactly() : Math.round(sum);
  }

  private long roundPartialExactly() {
    BigDecimal sum = BigDecimal.ZERO;
    for (Map.Entry<Double, Long> entry : partialBlocks.entrySet()) {
      sum = sum.add(new BigDecimal(entry.getKey()).multiply(BigDecimal.valueOf(entry.getValue())));
    }
    return sum.setScale(0, RoundingMode.HALF_UP).longValueExact();
  }
}
