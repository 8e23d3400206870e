package kvproof.soak.run;

import java.util.List;
import java.util.function.Supplier;
import kvproof.model.KvRouter;
import kvproof.oracles.EventLogOracle;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.router.ReferenceRouter;

/**
 * One side of a comparison: the name it has in reports, and how to make one that holds nothing.
 *
 * <p>{@code fresh} is called once a case, on any thread; what it returns stays on that thread.
 */
public record Side(String name, Supplier<? extends KvRouter> fresh) {

  public static Side referenceRouter() {
    return new Side("ReferenceRouter", ReferenceRouter::new);
  }

  /** The oracles; the first one is the reference that everybody else is held against. */
  public static List<Side> oracles() {
    return List.of(
        new Side("OwnerInventoryOracle", OwnerInventoryOracle::new),
        new Side("EventLogOracle", EventLogOracle::new));
  }
}
