package kvproof.events.wire;

import kvproof.model.StorageTier;

/** What the filter makes of one event. */
public sealed interface FilterResult {

  /**
   * The event concerns the index.
   *
   * @param tier of its medium; of a clear: the device, as a placeholder
   * @param cacheNamespace salt of a stored event, its own or its chain's; empty: none
   */
  record Accepted(EngineEvent event, StorageTier tier, String cacheNamespace)
      implements FilterResult {}

  record Filtered(FilterReason reason) implements FilterResult {}
}
