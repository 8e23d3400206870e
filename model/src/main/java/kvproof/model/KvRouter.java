package kvproof.model;

import java.util.List;
import java.util.OptionalLong;

/**
 * Whatever takes KV cache events and answers requests: the reference router, an oracle, another
 * router behind the line protocol.
 *
 * <p>Every answer is a function of the inventories, the two snapshots and the request. For one
 * thread at a time.
 */
public interface KvRouter {

  ApplyStatus apply(KvCacheEvent event);

  /** Replaces the residency snapshot; no block changes. */
  void replace(ResidencySnapshot snapshot);

  /** Replaces the worker snapshot; no block changes. */
  void replace(WorkerSnapshot snapshot);

  /** Notes whether the stream of an owner misses something; no block changes. */
  default void replace(StreamState state) {
    throw new UnsupportedOperationException("stream states");
  }

  Answer answer(Request request);

  /** Device blocks that the rank holds, reachable or not; empty if it was never seen or removed. */
  OptionalLong residentBlocks(WorkerWithDpRank rank);

  /** Every block of every tier, in {@link HeldBlock#DUMP_ORDER}. */
  List<HeldBlock> heldBlocks();

  /** Takes any index step; what becomes of one that is no event is {@link ApplyStatus#OK}. */
  default ApplyStatus take(IndexStep step) {
    switch (step) {
      case KvCacheEvent event -> {
        return apply(event);
      }
      case ResidencySnapshot snapshot -> replace(snapshot);
      case WorkerSnapshot snapshot -> replace(snapshot);
      case StreamState state -> replace(state);
    }
    return ApplyStatus.OK;
  }
}
