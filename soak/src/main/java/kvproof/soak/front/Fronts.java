package kvproof.soak.front;

import kvproof.model.IndexFront;
import kvproof.model.KvRouter;

/** The fronts that a side may have; each for one router, which they ask what it holds. */
public final class Fronts {
  private Fronts() {}

  /** The product's own: what is proven besides the router. */
  public static IndexFront ofReference(KvRouter router) {
    return new PlainFront();
  }

  /** The oracles': written from the definitions alone. */
  public static IndexFront ofOracle(KvRouter oracle) {
    return new PlainFront();
  }

  /** An oracle behind the oracles' front. */
  public static FrontedRouter fronted(KvRouter oracle) {
    return new FrontedRouter(oracle, ofOracle(oracle));
  }
}
