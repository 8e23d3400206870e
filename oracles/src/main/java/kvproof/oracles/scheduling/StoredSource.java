package kvproof.oracles.scheduling;

import java.util.Optional;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.KvHint;
import kvproof.model.Owner;
import kvproof.model.ResidencySnapshot;
import kvproof.model.ResidencySnapshot.HintSource;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.oracles.OwnerInventoryOracle;

/**
 * The source that was chosen before scoring, and what becomes of it at the answer: fetch-hints 8.4.
 *
 * <p>Catches a hint that names another source than the scored one, one that is gone, and a hint
 * withheld although its source still stands.
 *
 * @param hashes the chain from the root up to the credited end; empty without a source
 * @param residency the snapshot of the look-up
 */
record StoredSource(SourceChoice choice, BlockHashes hashes, ResidencySnapshot residency) {

  Optional<KvHint> hintNow(
      String messageId,
      WorkerWithDpRank target,
      WorkerSnapshot workers,
      OwnerInventoryOracle index) {
    if (hashes.isEmpty()) {
      return Optional.empty();
    }
    return choice
        .source()
        .filter(source -> !index.isGapped(source))
        .flatMap(source -> endpointNow(source, workers.workerType(target), workers))
        .filter(endpoint -> workers.isConfigured(target))
        .map(endpoint -> KvHint.fetch(messageId, hashes, endpoint));
  }

  private Optional<String> endpointNow(Owner source, String targetType, WorkerSnapshot workers) {
    String endpoint =
        switch (source) {
          case WorkerWithDpRank rank -> endpoint(rank, targetType, workers);
          case CacheOwner owner -> endpoint(owner, targetType);
        };
    return Optional.of(endpoint).filter(text -> !text.isEmpty() && !targetType.isEmpty());
  }

  private static String endpoint(WorkerWithDpRank rank, String targetType, WorkerSnapshot workers) {
    boolean stands =
        workers.isConfigured(rank)
            && workers.eventSource(rank).isEmpty()
            && workers.workerType(rank).equals(targetType);
    return stands ? workers.endpoint(rank) : "";
  }

  private String endpoint(CacheOwner owner, String targetType) {
    HintSource record = residency.hintSources().get(owner);
    return record != null && record.workerType().equals(targetType) ? record.endpoint() : "";
  }
}
