package kvproof.soak.spec;

import java.util.List;
import java.util.Optional;
import kvproof.model.CountingRouter;
import kvproof.model.KvRouter;
import kvproof.model.StorageTier;
import kvproof.model.TierStatistics;

/** One running implementation; what it does not offer beyond a {@link KvRouter} is absent. */
interface Subject extends AutoCloseable {
  KvRouter router();

  @Override
  default void close() {}

  default Optional<TierStatistics> statistics(StorageTier tier) {
    return router() instanceof CountingRouter counting
        ? Optional.of(counting.statistics(tier))
        : Optional.empty();
  }

  /** Hashes that came and went on the device since the last call, as {@code +101} and sorted. */
  default Optional<List<String>> comingsAndGoings() {
    return Optional.empty();
  }

  /** Positions compared in the host-pinned tier for the last answer. */
  default Optional<Long> positionsCompared() {
    return Optional.empty();
  }

  /** How many sources fell away for this reason in all answers so far. */
  default Optional<Long> ineligible(String reason) {
    return Optional.empty();
  }
}
