package kvproof.oracles;

import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.HOST_PINNED;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.Answer.DeviceMatch;
import kvproof.model.Answer.TierAnswer;
import kvproof.model.Answer.WalkPosition;
import kvproof.model.Owner;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/**
 * Every rank's walk through all tiers, Device first: {@code index.md} 3.2 and 4.6.
 *
 * <p>The frontier of a rank is where its walk leaves the host-pinned tier; Disk and External never
 * move it.
 *
 * @param device ranks with at least one block
 * @param lower per existing tier, every rank that walks it
 * @param runs what each rank holds below its frontier; a rank that is absent holds nothing
 */
record Overlaps(
    SortedMap<WorkerWithDpRank, DeviceMatch> device,
    SortedMap<StorageTier, TierAnswer> lower,
    SortedMap<WorkerWithDpRank, OwnRun> runs) {

  static Overlaps of(TierWalk walk) {
    var overlaps = new Overlaps(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
    SortedMap<WorkerWithDpRank, WalkPosition> positions = overlaps.walkDevice(walk);
    for (StorageTier tier : walk.inventories().lowerTiers()) {
      for (WorkerWithDpRank rank : walk.ranksAtRoot(tier)) {
        positions.putIfAbsent(rank, TierWalk.ROOT); // a rank with a position never starts again
      }
      positions = overlaps.walkLower(walk, tier, positions);
    }
    return overlaps;
  }

  private SortedMap<WorkerWithDpRank, WalkPosition> walkDevice(TierWalk walk) {
    SortedMap<WorkerWithDpRank, WalkPosition> next = new TreeMap<>();
    for (Owner owner : walk.inventories().owners(DEVICE)) {
      if (owner instanceof WorkerWithDpRank rank) {
        List<Long> hashes = walk.follow(DEVICE, rank, TierWalk.ROOT);
        if (!hashes.isEmpty()) {
          device.put(rank, new DeviceMatch(hashes.size(), hashes.getLast()));
          runs.put(rank, new OwnRun(hashes.size(), hashes));
          next.put(rank, after(TierWalk.ROOT, hashes));
        }
      }
    }
    return next;
  }

  private SortedMap<WorkerWithDpRank, WalkPosition> walkLower(
      TierWalk walk, StorageTier tier, SortedMap<WorkerWithDpRank, WalkPosition> starts) {
    SortedMap<WorkerWithDpRank, Integer> hits = new TreeMap<>();
    SortedMap<WorkerWithDpRank, WalkPosition> next = new TreeMap<>();
    for (Map.Entry<WorkerWithDpRank, WalkPosition> start : starts.entrySet()) {
      WorkerWithDpRank rank = start.getKey();
      List<Long> hashes = walk.follow(tier, rank, start.getValue());
      hits.put(rank, hashes.size());
      next.put(rank, after(start.getValue(), hashes));
      if (tier == HOST_PINNED) {
        runs.merge(rank, new OwnRun(0, hashes), Overlaps::continued);
      }
    }
    lower.put(tier, new TierAnswer(hits, next));
    return next;
  }

  private static OwnRun continued(OwnRun onDevice, OwnRun onHost) {
    List<Long> hashes = new ArrayList<>(onDevice.hashes());
    hashes.addAll(onHost.hashes());
    return new OwnRun(onDevice.deviceBlocks(), hashes);
  }

  private static WalkPosition after(WalkPosition start, List<Long> gained) {
    return gained.isEmpty()
        ? start
        : new WalkPosition(start.position() + gained.size(), OptionalLong.of(gained.getLast()));
  }
}
