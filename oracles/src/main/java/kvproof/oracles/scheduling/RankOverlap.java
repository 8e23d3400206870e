package kvproof.oracles.scheduling;

import static kvproof.model.StorageTier.DISK;
import static kvproof.model.StorageTier.EXTERNAL;
import static kvproof.model.StorageTier.HOST_PINNED;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import kvproof.model.Answer;
import kvproof.model.Answer.DeviceMatch;
import kvproof.model.CostWeights;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/**
 * What one rank holds of a prompt, in blocks: selection 3.1 and 3.2.
 *
 * @param disk disk and external together
 */
record RankOverlap(int device, int host, int disk) {

  static RankOverlap of(Answer answer, WorkerWithDpRank rank) {
    int device = Optional.ofNullable(answer.device().get(rank)).map(DeviceMatch::blocks).orElse(0);
    return new RankOverlap(
        device,
        hits(answer, HOST_PINNED, rank),
        hits(answer, DISK, rank) + hits(answer, EXTERNAL, rank));
  }

  private static int hits(Answer answer, StorageTier tier, WorkerWithDpRank rank) {
    return Optional.ofNullable(answer.lower().get(tier))
        .map(found -> found.hits().getOrDefault(rank, 0))
        .orElse(0);
  }

  int frontier() {
    return device + host;
  }

  long rawCachedTokens(int blockSize) {
    return (long) (device + host + disk) * blockSize;
  }

  /** Weighted blocks, without rounding. */
  BigDecimal effective(CostWeights weights) {
    return BigDecimal.valueOf(device)
        .add(new BigDecimal(weights.hostHit()).multiply(BigDecimal.valueOf(host)))
        .add(new BigDecimal(weights.diskHit()).multiply(BigDecimal.valueOf(disk)));
  }

  /**
   * Not cut to the prompt.
   *
   * <p>Rounded from doubles, term by term as the formula stands: where a half is at stake, exact
   * arithmetic would round what nobody computes.
   */
  long cachedTokens(CostWeights weights, int blockSize) {
    double blocks = device + weights.hostHit() * host + weights.diskHit() * disk;
    return new BigDecimal(Math.max(0, blocks * blockSize))
        .setScale(0, RoundingMode.HALF_UP)
        .longValueExact();
  }
}
