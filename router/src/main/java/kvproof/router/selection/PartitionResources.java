package kvproof.router.selection;

import java.util.Optional;
import java.util.OptionalLong;
import kvproof.router.load.ActiveSequences;
import kvproof.router.queue.OverlapObserver;
import kvproof.router.queue.OverlapRefresher;
import kvproof.router.queue.VirtualClock;

/** Opens what a partition needs to run; asked only once its policy is known to be sound. */
public interface PartitionResources {

  /** Asked only if the policy reads the cache. */
  PartitionIndex openIndex(VirtualClock clock);

  default ActiveSequences openSlots(OptionalLong expiryNanos) {
    return new ActiveSequences(expiryNanos);
  }

  /** Looks waiting requests up again; here, in the index as it is then. */
  default OverlapRefresher refresher(PartitionIndex index) {
    return (localHashes, candidates) -> Optional.of(index.lookUp(localHashes, candidates));
  }

  default Optional<OverlapObserver> observer() {
    return Optional.empty();
  }
}
