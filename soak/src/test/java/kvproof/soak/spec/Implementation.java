package kvproof.soak.spec;

import java.util.List;
import java.util.function.Supplier;
import kvproof.model.KvRouter;
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
          plain("OwnerInventoryOracle", OwnerInventoryOracle::new),
          plain("EventLogOracle", EventLogOracle::new),
          new Implementation("ReferenceRouter", ReferenceSubject::new),
          new Implementation("LanedRouter with 1 lane", () -> new LanedSubject(1)),
          new Implementation("LanedRouter with 4 lanes", () -> new LanedSubject(4)));

  private static Implementation plain(String name, Supplier<KvRouter> fresh) {
    return new Implementation(
        name,
        () -> {
          KvRouter router = fresh.get();
          return () -> router;
        });
  }
}
