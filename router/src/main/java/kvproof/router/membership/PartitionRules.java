package kvproof.router.membership;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import kvproof.router.membership.IncompleteReason.BlockSizeMismatch;
import kvproof.router.membership.IncompleteReason.EagleMismatch;
import kvproof.router.membership.IncompleteReason.NoBlockSize;
import kvproof.router.membership.IncompleteReason.NoEndpoint;
import kvproof.router.membership.IncompleteReason.NoEventEndpoint;
import kvproof.router.membership.IncompleteReason.NoMaxBatchedTokens;
import kvproof.router.membership.IncompleteReason.NoRanks;
import kvproof.router.membership.IncompleteReason.ReplayForManyRanks;

/**
 * What a worker must have to get requests of a partition: selection 7.1.
 *
 * @param blockSize tokens of a block, at least 1
 * @param isQueueing whether some class of its queue has a busy threshold
 * @param usesKvEvents whether workers report their blocks
 */
public record PartitionRules(
    int blockSize, boolean isEagle, boolean isQueueing, boolean usesKvEvents) {

  public PartitionRules {
    if (blockSize < 1) {
      throw new IllegalArgumentException("block size must be at least 1, not " + blockSize);
    }
  }

  /** Without queueing, without KV events, not for eagle. */
  public static PartitionRules plain(int blockSize) {
    return new PartitionRules(blockSize, false, false, false);
  }

  /** Everything that is missing or does not fit, in a fixed order; none: it can be scheduled. */
  public List<IncompleteReason> reasonsAgainst(WorkerRegistration worker) {
    List<IncompleteReason> reasons = new ArrayList<>();
    if (worker.endpoint().isEmpty()) {
      reasons.add(new NoEndpoint());
    }
    int declared = worker.blockSize().orElse(0);
    if (declared == 0) {
      reasons.add(new NoBlockSize());
    } else if (declared != blockSize) {
      reasons.add(new BlockSizeMismatch(declared, blockSize));
    }
    if (worker.isEagle() != isEagle) {
      reasons.add(new EagleMismatch(worker.isEagle(), isEagle));
    }
    if (worker.ranks().count() == 0) {
      reasons.add(new NoRanks());
    }
    if (isQueueing && worker.maxBatchedTokens().isEmpty()) {
      reasons.add(new NoMaxBatchedTokens());
    }
    if (usesKvEvents) {
      addEventReasons(worker, reasons);
    }
    return reasons;
  }

  private static void addEventReasons(WorkerRegistration worker, List<IncompleteReason> reasons) {
    SortedSet<Integer> silent = worker.ranks().ranks();
    silent.removeIf(rank -> worker.events().of(rank, worker.ranks()).isPresent());
    if (!silent.isEmpty()) {
      reasons.add(new NoEventEndpoint(silent));
    }
    if (worker.events().replay().isPresent() && worker.ranks().count() > 1) {
      reasons.add(new ReplayForManyRanks(worker.ranks().count()));
    }
  }
}
