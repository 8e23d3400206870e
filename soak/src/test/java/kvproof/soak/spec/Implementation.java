package kvproof.soak.spec;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import kvproof.model.KvRouter;
import kvproof.model.StorageTier;
import kvproof.model.TierStatistics;

/**
 * A router that the rows are put to.
 *
 * @param fresh makes an empty one
 */
record Implementation(String name, Supplier<Subject> fresh) {

  /**
   * One running implementation.
   *
   * @param statistics absent for an implementation that keeps none
   */
  record Subject(KvRouter router, Function<StorageTier, Optional<TierStatistics>> statistics) {}

  static Implementation withoutStatistics(String name, Supplier<KvRouter> fresh) {
    return new Implementation(
        name, () -> new Subject(fresh.get(), tier -> Optional.empty()));
  }

  static <R extends KvRouter> Implementation withStatistics(
      String name, Supplier<R> fresh, Function<R, Function<StorageTier, TierStatistics>> statistics) {
    return new Implementation(
        name,
        () -> {
          R router = fresh.get();
          return new Subject(router, statistics.apply(router).andThen(Optional::of));
        });
  }
}
