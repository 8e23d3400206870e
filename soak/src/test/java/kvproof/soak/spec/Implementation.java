package kvproof.soak.spec;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import kvproof.model.KvRouter;
import kvproof.model.StorageTier;
import kvproof.model.TierStatistics;
import kvproof.oracles.EventLogOracle;
import kvproof.oracles.OwnerInventoryOracle;

/**
 * A router that the rows are put to.
 *
 * @param fresh makes an empty one
 */
record Implementation(String name, Supplier<Subject> fresh) {

  /** Every router of this build. */
  static final List<Implementation> ALL =
      List.of(
          counting("OwnerInventoryOracle", OwnerInventoryOracle::new, oracle -> oracle::statistics),
          plain("EventLogOracle", EventLogOracle::new),
          new Implementation("ReferenceRouter", ReferenceSubject::new));

  private static Implementation plain(String name, Supplier<KvRouter> fresh) {
    return new Implementation(
        name,
        () -> {
          KvRouter router = fresh.get();
          return () -> router;
        });
  }

  private static <R extends KvRouter> Implementation counting(
      String name,
      Supplier<R> fresh,
      Function<R, Function<StorageTier, TierStatistics>> statistics) {
    record Counting(KvRouter router, Function<StorageTier, TierStatistics> counters)
        implements Subject {
      @Override
      public Optional<TierStatistics> statistics(StorageTier tier) {
        return Optional.of(counters.apply(tier));
      }
    }
    return new Implementation(
        name,
        () -> {
          R router = fresh.get();
          return new Counting(router, statistics.apply(router));
        });
  }
}
