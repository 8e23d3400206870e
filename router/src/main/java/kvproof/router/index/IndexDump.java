package kvproof.router.index;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.StorageTier;

/**
 * Everything that was held, as stores that rebuild it in an empty index, in whatever order.
 *
 * <p>Every held block occurs once, under its tier, with its parent as stored. What no block says is
 * not in it: ranks that were seen and hold nothing, tiers that are empty, counters, gaps. An
 * event's position in the list is its id.
 */
public record IndexDump(List<Stored> events) {
  /*
   * First the device: chains from the root, parent before child, then the detached ones, so that a
   * receiver that refuses unknown parents takes as much as it can. Then each lower tier.
   */
  public IndexDump {
    events = List.copyOf(events);
  }

  /** Puts the dumps of all owners together. */
  public static IndexDump of(List<OwnerDump> dumps) {
    List<OwnerDump> sorted = dumps.stream().sorted(Comparator.comparing(OwnerDump::owner)).toList();
    List<Stored> events = new ArrayList<>();
    sorted.forEach(dump -> events.addAll(dump.deviceRooted()));
    sorted.forEach(dump -> events.addAll(dump.deviceDetached()));
    for (StorageTier tier : StorageTier.lower()) {
      for (OwnerDump dump : sorted) {
        dump.lower().stream().filter(event -> event.tier() == tier).forEach(events::add);
      }
    }
    return new IndexDump(events);
  }
}
