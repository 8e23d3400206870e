package kvproof.soak.front;

import java.util.function.Predicate;
import kvproof.events.ingest.CaseStreams;
import kvproof.model.IndexFront;
import kvproof.model.KvRouter;
import kvproof.model.WorkerWithDpRank;
import kvproof.oracles.front.FrontOracle;
import kvproof.router.predict.Predictor;

/** The fronts that a side may have; each for one router, which they ask what it holds. */
public final class Fronts {
  private Fronts() {}

  /** The product's own: what is proven besides the router. */
  public static IndexFront ofReference(KvRouter router) {
    return ofParts(new CaseStreams(holding(router)), new Predictor());
  }

  /** The product's own, put together from other parts. */
  public static IndexFront ofParts(IndexFront streams, IndexFront predictions) {
    return new ReferenceFront(streams, predictions);
  }

  /** Whether the router holds any block of a rank now. */
  public static Predicate<WorkerWithDpRank> holding(KvRouter router) {
    return rank -> holdsBlocks(router, rank);
  }

  private static boolean holdsBlocks(KvRouter router, WorkerWithDpRank rank) {
    return router.residentBlocks(rank).orElse(0) > 0
        || router.heldBlocks().stream().anyMatch(block -> block.owner().equals(rank));
  }

  /** The oracles': written from the definitions alone. */
  public static IndexFront ofOracle(KvRouter oracle) {
    return new FrontOracle(oracle);
  }

  /** An oracle behind the oracles' front. */
  public static FrontedRouter fronted(KvRouter oracle) {
    return new FrontedRouter(oracle, ofOracle(oracle));
  }
}
