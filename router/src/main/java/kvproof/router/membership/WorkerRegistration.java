package kvproof.router.membership;

import static java.util.Collections.unmodifiableSortedSet;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import kvproof.model.PartitionKey;
import kvproof.model.SchedulableWorker;
import kvproof.model.WorkerRecord;

/**
 * Everything that a host says about one worker. What is missing makes it incomplete, not invalid.
 *
 * @param endpoint where requests are sent; an empty text is none
 * @param blockSize tokens of a block; 0 is no block size
 * @param isEagle whether it hashes blocks for eagle speculation
 * @param dataParallelGroup the group whose instances share one space of dp ranks: no two of them
 *     may have the same rank; absent or an empty text: its ranks are its own
 * @param maxBatchedTokens what it takes in one batch, at least 0; absent: not declared
 * @param taints as the host gave them; nothing is derived
 */
public record WorkerRegistration(
    long workerId,
    PartitionKey partition,
    Optional<String> endpoint,
    OptionalInt blockSize,
    boolean isEagle,
    RankRange ranks,
    Optional<String> dataParallelGroup,
    OptionalLong maxBatchedTokens,
    EventEndpoints events,
    HintCapabilities hints,
    TransferTopology topology,
    SortedSet<String> taints) {

  public WorkerRegistration {
    endpoint = endpoint.filter(text -> !text.isEmpty());
    dataParallelGroup = dataParallelGroup.filter(text -> !text.isEmpty());
    taints = unmodifiableSortedSet(new TreeSet<>(taints));
    requireNotNegative(workerId, "block_size", blockSize.orElse(0));
    requireNotNegative(workerId, "max_num_batched_tokens", maxBatchedTokens.orElse(0));
  }

  private static void requireNotNegative(long workerId, String name, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(
          name + " of worker " + Long.toUnsignedString(workerId) + " is negative: " + value);
    }
  }

  /** The worker as a scheduler sees it; throws {@link IllegalArgumentException} without ranks. */
  SchedulableWorker schedulable() {
    return new SchedulableWorker(workerId, ranks.start(), ranks.count(), maxBatchedTokens, taints);
  }

  /** The worker as fetch hints see it. */
  WorkerRecord published() {
    return new WorkerRecord(
        workerId,
        ranks.ranks(),
        hints.workerType(),
        hints.sourceControlEndpoints(),
        hints.eventSource(),
        topology.island());
  }
}
