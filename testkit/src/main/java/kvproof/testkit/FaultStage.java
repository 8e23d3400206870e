package kvproof.testkit;

import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.HOST_PINNED;

import java.util.ArrayList;
import java.util.List;
import kvproof.model.FetchFault;
import kvproof.model.FetchFault.Kind;
import kvproof.model.FetchPhase;
import kvproof.model.KvCacheEvent;
import kvproof.model.WorkerWithDpRank;

/**
 * What happens in the caches before a fetch, so that its fault finds something to strike: a source
 * must first pin what it has on the device alone, and what it has on the host it claims at once.
 */
final class FaultStage {
  private FaultStage() {}

  /** Nothing where the fault strikes anyway. */
  static List<KvCacheEvent> set(FetchFault fault, Reach reach, SeededRandom random) {
    if (fault.phase() != FetchPhase.ACCEPTED) {
      return List.of();
    }
    if (!(reach.source() instanceof WorkerWithDpRank source)) {
      return lastIsMissing(reach);
    }
    return fault.kind() == Kind.EVICTED_WHILE_PINNED
        ? hostThenDevice(source, reach, random)
        : onDeviceAlone(source, reach, random.between(reach.frontier(), reach.end() - 1));
  }

  /** A cache owner has no device; it has to look for what it has not. */
  private static List<KvCacheEvent> lastIsMissing(Reach reach) {
    return List.of(
        reach.chain().removed(reach.source(), HOST_PINNED, reach.end() - 1, reach.end()));
  }

  /** Something to claim before something to pin. */
  private static List<KvCacheEvent> hostThenDevice(
      WorkerWithDpRank source, Reach reach, SeededRandom random) {
    if (reach.end() - reach.frontier() < 2) {
      return List.of();
    }
    int middle = random.between(reach.frontier() + 1, reach.end() - 1);
    List<KvCacheEvent> events = new ArrayList<>();
    events.add(reach.chain().stored(source, HOST_PINNED, reach.frontier(), middle));
    events.addAll(onDeviceAlone(source, reach, middle));
    return events;
  }

  private static List<KvCacheEvent> onDeviceAlone(WorkerWithDpRank source, Reach reach, int start) {
    return List.of(
        reach.chain().stored(source, DEVICE, start, reach.end()),
        reach.chain().removed(source, HOST_PINNED, start, reach.end()));
  }

  /** The target loses what a fetch brought it, so that another one has something to ask for. */
  static List<KvCacheEvent> forgotten(Reach reach) {
    return List.of(
        reach.chain().removed(reach.target(), DEVICE, reach.frontier(), reach.end()),
        reach.chain().removed(reach.target(), HOST_PINNED, reach.frontier(), reach.end()));
  }
}
