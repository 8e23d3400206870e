package kvproof.soak.run;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import kvproof.model.IndexFront;
import kvproof.model.KvRouter;
import kvproof.oracles.EventLogOracle;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.router.ReferenceRouter;
import kvproof.soak.front.FrontedRouter;
import kvproof.soak.front.Fronts;

/**
 * One side of a comparison: the name it has in reports, and how to make one that holds nothing.
 *
 * <p>{@code fresh} is called once a case, on any thread; what it returns stays on that thread, and
 * so does what {@code front} puts in front of it.
 */
public record Side(
    String name,
    Supplier<? extends KvRouter> fresh,
    Function<? super KvRouter, ? extends IndexFront> front) {

  /** With the front that the reference router has. */
  public Side(String name, Supplier<? extends KvRouter> fresh) {
    this(name, fresh, Fronts::ofReference);
  }

  /** A fresh router behind a fresh front. */
  public FrontedRouter fronted() {
    KvRouter router = fresh.get();
    return new FrontedRouter(router, front.apply(router));
  }

  public static Side referenceRouter() {
    return new Side("ReferenceRouter", ReferenceRouter::new);
  }

  /** The oracles; the first one is the reference that everybody else is held against. */
  public static List<Side> oracles() {
    return List.of(
        new Side("OwnerInventoryOracle", OwnerInventoryOracle::new, Fronts::ofOracle),
        new Side("EventLogOracle", EventLogOracle::new, Fronts::ofOracle));
  }
}
