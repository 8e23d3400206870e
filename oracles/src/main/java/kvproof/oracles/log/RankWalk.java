package kvproof.oracles.log;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import kvproof.model.Answer.WalkPosition;
import kvproof.model.BlockInterval;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/**
 * One rank's way through a query, from the root and along its own external hashes (index.md 3.2,
 * 4.5, 4.6).
 *
 * <p>Each tier in walking order takes over where the one before it stopped. A rank that stands at 0
 * behind a tier was not on that tier's root edge and did not walk it.
 */
final class RankWalk {
  private final WorkerWithDpRank rank;
  private final long[] hashes;
  private final Map<StorageTier, BlockInterval> gained = new EnumMap<>(StorageTier.class);

  RankWalk(WorkerWithDpRank rank, Lookup lookup) {
    this.rank = rank;
    this.hashes = new long[lookup.length()];
    int end = 0;
    for (StorageTier tier : StorageTier.values()) {
      int start = end;
      OptionalLong next = lookup.projectedHash(rank, tier, hashBefore(end), end);
      while (next.isPresent()) {
        hashes[end++] = next.getAsLong();
        next = lookup.projectedHash(rank, tier, hashBefore(end), end);
      }
      gained.put(tier, new BlockInterval(start, end));
    }
  }

  WorkerWithDpRank rank() {
    return rank;
  }

  /** Leading blocks held on this tier and those above it. */
  int end(StorageTier tier) {
    return gained(tier).end();
  }

  /** First position not held on the device, then host-pinned. */
  int frontier() {
    return end(StorageTier.HOST_PINNED);
  }

  boolean walks(StorageTier tier) {
    return end(tier) > 0;
  }

  /** Blocks that this tier adds to those above it. */
  int hits(StorageTier tier) {
    return gained(tier).end() - gained(tier).start();
  }

  /** Where the walk stands behind this tier. */
  WalkPosition next(StorageTier tier) {
    return new WalkPosition(end(tier), hashBefore(end(tier)));
  }

  /** The rank's own hash of a position before its end. */
  long hashAt(int position) {
    return hashes[position];
  }

  /** Leading positions below the frontier where the rank's own hash is the chain's. */
  int agreement(long[] chain) {
    int compared = Math.min(frontier(), chain.length);
    int different = Arrays.mismatch(hashes, 0, compared, chain, 0, compared);
    return different < 0 ? compared : different;
  }

  private BlockInterval gained(StorageTier tier) {
    return Objects.requireNonNull(gained.get(tier));
  }

  private OptionalLong hashBefore(int position) {
    return position == 0 ? OptionalLong.empty() : OptionalLong.of(hashes[position - 1]);
  }
}
