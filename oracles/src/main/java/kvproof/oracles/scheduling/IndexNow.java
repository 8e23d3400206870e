package kvproof.oracles.scheduling;

import java.util.Optional;
import java.util.function.Function;
import kvproof.model.Answer;
import kvproof.model.IndexStep;
import kvproof.model.KvHint;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.oracles.OwnerInventoryOracle;
import org.jspecify.annotations.Nullable;

/** The index beside a scheduler, and the two snapshots, as they are now. */
final class IndexNow {
  private final OwnerInventoryOracle index = new OwnerInventoryOracle();
  private ResidencySnapshot residency = ResidencySnapshot.empty();
  private WorkerSnapshot workers = WorkerSnapshot.unlisted();
  private @Nullable Function<Request, Answer> pinned; // until the next index step

  void take(IndexStep step) {
    index.take(step);
    pinned = null;
    if (step instanceof ResidencySnapshot snapshot) {
      residency = snapshot;
    }
    if (step instanceof WorkerSnapshot snapshot) {
      workers = snapshot;
    }
  }

  PromptLookup lookUp(SelectionRequest request, boolean isRetained) {
    Function<Request, Answer> now = pinned == null ? index.pinned() : pinned;
    pinned = now;
    return PromptLookup.of(now, residency, request, isRetained);
  }

  /** Whether some worker could make use of a hint (fetch-hints 3). */
  boolean hasCapableWorker() {
    return !workers.isListed()
        || workers.workers().values().stream().anyMatch(worker -> !worker.workerType().isEmpty());
  }

  Optional<KvHint> hintNow(StoredSource source, String messageId, WorkerWithDpRank target) {
    return source.hintNow(messageId, target, workers, index);
  }
}
