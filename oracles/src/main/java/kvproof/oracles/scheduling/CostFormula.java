package kvproof.oracles.scheduling;

import static java.math.BigDecimal.ONE;
import static java.math.BigDecimal.ZERO;

import java.math.BigDecimal;
import java.math.MathContext;
import kvproof.model.CostWeights;

/**
 * The default cost with fetch credit, in exact arithmetic: selection 1.8, fetch-hints 8.2.
 *
 * <p>Every weight is taken as the exact value of its double; only quotients are rounded, to 50
 * digits, and the multiplier of preferred taints is what {@link StrictMath} makes of it. Catches a
 * term that is missing, doubled, scaled or clamped wrongly. Blind to anything smaller than the
 * tolerance of {@link ExactCost}.
 */
record CostFormula(CostTerms terms, CostInputs inputs) {

  private static final MathContext DIGITS = new MathContext(50);

  /** Weights that are whole multiples of this and below its inverse cannot make doubles round. */
  private static final double SAFE_STEP = 1.0 / 64;

  private static final BigDecimal MOST_SAFE = BigDecimal.valueOf(1L << 24);

  ExactCost cost() {
    BigDecimal credit = credit();
    BigDecimal load = loadCost();
    BigDecimal value;
    BigDecimal magnitude;
    if (terms.isDecode() && !terms.isTracked() && terms.weights().overlapCredit() > 0) {
      BigDecimal decode = blocks(inputs.decodeBlocks());
      value = decode.subtract(credit).max(ZERO).add(requestCost());
      magnitude = load.add(credit);
    } else {
      BigDecimal scale = new BigDecimal(terms.weights().prefillScale());
      BigDecimal raw = inBlocks(rawTokens());
      value = scale.multiply(raw.subtract(credit).max(ZERO)).add(load);
      magnitude = scale.multiply(raw.add(credit)).add(load);
    }
    BigDecimal multiplier = taintMultiplier();
    return new ExactCost(
        value.multiply(multiplier),
        magnitude.multiply(multiplier),
        multiplier.compareTo(ONE) == 0 && magnitude.compareTo(MOST_SAFE) < 0 && isSafe());
  }

  private BigDecimal loadCost() {
    return blocks(inputs.decodeBlocks()).add(requestCost());
  }

  private BigDecimal requestCost() {
    return new BigDecimal(terms.weights().activeRequest())
        .multiply(blocks(inputs.activeRequests()));
  }

  private long rawTokens() {
    return terms.isTracked()
        ? inputs.activeTokens() + Math.max(terms.promptTokens(), inputs.cachedTokens())
        : 0;
  }

  private BigDecimal credit() {
    CostWeights weights = terms.weights();
    RankOverlap overlap = inputs.overlap();
    return new BigDecimal(weights.overlapCredit())
        .multiply(decay())
        .multiply(blocks(overlap.device()))
        .add(new BigDecimal(weights.hostHit()).multiply(blocks(overlap.host())))
        .add(new BigDecimal(weights.diskHit()).multiply(blocks(overlap.disk())))
        .add(new BigDecimal(weights.sharedHit()).multiply(blocks(inputs.sharedBeyond())))
        .add(fetchCredit());
  }

  private BigDecimal decay() {
    if (!hasDecay()) {
      return ONE;
    }
    long beyondLeast = Math.max(inputs.activeTokens() - terms.leastActiveTokens(), 0);
    BigDecimal load =
        inBlocks(beyondLeast)
            .divide(BigDecimal.valueOf(Math.max(terms.requestBlocks(), 1)), DIGITS);
    BigDecimal slope = new BigDecimal(terms.weights().overlapDecay()).multiply(load);
    return ONE.divide(ONE.add(slope), DIGITS);
  }

  private boolean hasDecay() {
    return terms.isTracked() && terms.weights().overlapDecay() > 0;
  }

  /** Each fetched block is worth the host weight, less what it is worth on the rank's own disk. */
  private BigDecimal fetchCredit() {
    int frontier = inputs.overlap().frontier();
    int fetched = inputs.creditedEnd() - frontier;
    int alsoOnDisk =
        Math.max(0, Math.min(inputs.creditedEnd(), frontier + inputs.overlap().disk()) - frontier);
    BigDecimal host = new BigDecimal(terms.weights().hostHit());
    BigDecimal beyondDisk = host.subtract(new BigDecimal(terms.weights().diskHit())).max(ZERO);
    return host.multiply(blocks(fetched - alsoOnDisk)).add(beyondDisk.multiply(blocks(alsoOnDisk)));
  }

  private BigDecimal taintMultiplier() {
    if (inputs.taints().isEmpty()) {
      return ONE;
    }
    double sum = 0;
    for (double weight : inputs.taints().get().values()) {
      sum += weight;
    }
    return new BigDecimal(StrictMath.exp(-StrictMath.tanh(sum)));
  }

  /** Whether every number that occurs has few enough binary digits. */
  private boolean isSafe() {
    CostWeights weights = terms.weights();
    return Integer.bitCount(terms.blockSize()) == 1
        && terms.blockSize() <= 1 << 10
        && !hasDecay()
        && isSafe(weights.overlapCredit())
        && isSafe(weights.prefillScale())
        && isSafe(weights.activeRequest())
        && isSafe(weights.hostHit())
        && isSafe(weights.diskHit())
        && isSafe(weights.sharedHit());
  }

  private static boolean isSafe(double weight) {
    return weight < 1 / SAFE_STEP && StrictMath.rint(weight / SAFE_STEP) * SAFE_STEP == weight;
  }

  private BigDecimal inBlocks(long tokens) {
    return BigDecimal.valueOf(tokens).divide(BigDecimal.valueOf(terms.blockSize()), DIGITS);
  }

  private static BigDecimal blocks(long count) {
    return BigDecimal.valueOf(count);
  }
}
