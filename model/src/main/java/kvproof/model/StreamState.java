package kvproof.model;

/**
 * Whether the event stream about an owner misses something for good.
 *
 * <p>A gapped owner keeps its blocks, overlaps and counts, and is no hint source. It is one again
 * after a state that is not gapped (its inventory is known again), a {@link KvCacheEvent.Cleared}
 * of exactly this owner, or its removal.
 */
public record StreamState(Owner owner, boolean isGapped) implements IndexStep {}
