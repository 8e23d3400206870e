package kvproof.router.index;

import java.util.List;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Owner;

/**
 * What one owner holds, as stores that rebuild it.
 *
 * @param deviceRooted device chains from the root, parent before child
 * @param deviceDetached the other device chains
 * @param lower one block for each event
 */
public record OwnerDump(
    Owner owner, List<Stored> deviceRooted, List<Stored> deviceDetached, List<Stored> lower) {
  public OwnerDump {
    deviceRooted = List.copyOf(deviceRooted);
    deviceDetached = List.copyOf(deviceDetached);
    lower = List.copyOf(lower);
  }
}
