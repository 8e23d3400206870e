package kvproof.soak.trace;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import kvproof.model.BlockHashes;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/**
 * The caches of one engine: a device tier, a host-pinned tier and perhaps a disk, least recently
 * used out first.
 *
 * <p>Publishes what an engine would: a store per run of new blocks, a removal per batch of evicted
 * ones. What leaves the device goes to the host, what leaves the host to the disk, what leaves the
 * last tier is gone.
 */
final class SimulatedEngine {
  private final WorkerWithDpRank rank;
  private final LruTier device;
  private final LruTier host;
  private final LruTier disk;
  private final Consumer<KvCacheEvent> events;

  /** Without a disk. */
  SimulatedEngine(
      WorkerWithDpRank rank, int deviceBlocks, int hostBlocks, Consumer<KvCacheEvent> events) {
    this(rank, deviceBlocks, hostBlocks, 0, events);
  }

  /** Of 0 blocks: there is no such tier; a disk is reached through the host alone. */
  SimulatedEngine(
      WorkerWithDpRank rank,
      int deviceBlocks,
      int hostBlocks,
      int diskBlocks,
      Consumer<KvCacheEvent> events) {
    this.rank = rank;
    this.device = new LruTier(deviceBlocks);
    this.host = new LruTier(hostBlocks);
    this.disk = new LruTier(hostBlocks == 0 ? 0 : diskBlocks);
    this.events = events;
  }

  WorkerWithDpRank rank() {
    return rank;
  }

  LruTier device() {
    return device;
  }

  LruTier host() {
    return host;
  }

  LruTier disk() {
    return disk;
  }

  /** Whether it could send this block now: it does not send from the disk. */
  boolean holds(long id) {
    return device.holds(id) || host.holds(id);
  }

  /** Everything it holds, in no order that means anything. */
  void addHeldTo(Collection<HeldBlock> blocks) {
    device.forEach((id, parent) -> blocks.add(held(StorageTier.DEVICE, id, parent)));
    host.forEach((id, parent) -> blocks.add(held(StorageTier.HOST_PINNED, id, parent)));
    disk.forEach((id, parent) -> blocks.add(held(StorageTier.DISK, id, parent)));
  }

  private HeldBlock held(StorageTier tier, long id, long parent) {
    return new HeldBlock(
        tier, rank, parentHash(parent), TraceHashes.local(id), TraceHashes.external(id));
  }

  /** Leading blocks of a prompt on the device, then those on the host that continue them. */
  int frontier(long[] ids) {
    int position = 0;
    while (position < ids.length && device.holds(ids[position])) {
      position++;
    }
    while (position < ids.length && host.holds(ids[position])) {
      position++;
    }
    return position;
  }

  /**
   * Blocks {@code [start, end)} of a prompt arrived from elsewhere, into host memory. Those that
   * are there stay, and are not published again.
   */
  void receive(long[] ids, int start, int end) {
    int from = start;
    while (from < end && host.holds(ids[from])) {
      from++;
    }
    int fits = Math.min(end, from + host.capacityBlocks());
    if (from == fits) {
      return;
    }
    BitSet missing = new BitSet();
    for (int i = fits - 1; i >= from; i--) {
      host.touch(ids[i]); // so that no room is made at the cost of what arrives
      missing.set(i, !host.holds(ids[i]));
    }
    makeRoomOnHost(missing.cardinality());
    for (int i = fits - 1; i >= from; i--) {
      host.add(ids[i], i == 0 ? LruTier.ROOT : ids[i - 1]);
    }
    int runEnd;
    for (int run = missing.nextSetBit(0); run >= 0; run = missing.nextSetBit(runEnd)) {
      runEnd = missing.nextClearBit(run);
      events.accept(stored(StorageTier.HOST_PINNED, ids, run, runEnd));
    }
  }

  /** A prompt is computed: as much of it as fits is on the device afterwards. */
  void serve(long[] ids) {
    int kept = Math.min(ids.length, device.capacityBlocks());
    int known = 0;
    while (known < kept && device.holds(ids[known])) {
      known++;
    }
    touch(ids, known, kept);
    if (known < kept) {
      makeRoomOnDevice(kept - known);
      for (int i = kept - 1; i >= known; i--) {
        device.add(ids[i], i == 0 ? LruTier.ROOT : ids[i - 1]);
      }
      touch(ids, known, kept);
      events.accept(stored(StorageTier.DEVICE, ids, known, kept));
    }
  }

  /** Blocks of a prompt that go on from its frontier on disk move to host memory, if they fit. */
  void loadBack(long[] ids) {
    int start = frontier(ids);
    int end = start;
    while (end < ids.length && disk.holds(ids[end]) && end - start < host.capacityBlocks()) {
      end++;
    }
    if (end == start) {
      return;
    }
    List<Long> loaded = new ArrayList<>();
    for (int i = start; i < end; i++) {
      disk.remove(ids[i]);
      loaded.add(ids[i]);
    }
    remove(StorageTier.DISK, loaded);
    receive(ids, start, end);
  }

  /**
   * A running prompt gives way: its blocks from {@code keep} on leave the device for the host, the
   * last one first, up to one that another prompt goes on from.
   */
  void preempt(long[] ids, int keep) {
    List<Long> swapped = new ArrayList<>();
    for (int i = Math.min(ids.length, device.size()) - 1; i >= keep; i--) {
      if (device.holds(ids[i])) {
        if (device.hasChild(ids[i])) {
          break;
        }
        device.remove(ids[i]);
        swapped.add(ids[i]);
        offload(ids[i], i == 0 ? LruTier.ROOT : ids[i - 1]);
      }
    }
    remove(StorageTier.DEVICE, swapped);
  }

  /** These blocks go from all tiers, but for device blocks that others go on from. */
  void free(Collection<Long> ids) {
    List<Long> freed = new ArrayList<>();
    boolean isChanged = true;
    while (isChanged) {
      isChanged = false;
      for (long id : ids) {
        if (device.holds(id) && !device.hasChild(id)) {
          device.remove(id);
          freed.add(id);
          isChanged = true;
        }
      }
    }
    remove(StorageTier.DEVICE, freed);
    remove(StorageTier.HOST_PINNED, ids.stream().filter(host::remove).toList());
    remove(StorageTier.DISK, ids.stream().filter(disk::remove).toList());
  }

  /** Every tier is emptied at once. */
  void reset() {
    device.clear();
    host.clear();
    disk.clear();
    events.accept(Cleared.of(rank));
  }

  /* The known part must stay behind the new one in the order of leaving: leaf first, root last. */
  private void touch(long[] ids, int known, int kept) {
    for (int i = kept - 1; i >= known; i--) {
      if (host.holds(ids[i])) {
        host.touch(ids[i]);
      }
    }
    for (int i = known - 1; i >= 0; i--) {
      device.touch(ids[i]);
    }
  }

  private void makeRoomOnDevice(int blocks) {
    List<Long> evicted = new ArrayList<>();
    while (device.size() + blocks > device.capacityBlocks()) {
      Map.Entry<Long, Long> oldest = device.removeOldest();
      evicted.add(oldest.getKey());
      offload(oldest.getKey(), oldest.getValue());
    }
    remove(StorageTier.DEVICE, evicted);
  }

  private void offload(long id, long parent) {
    if (host.capacityBlocks() == 0) {
      return;
    }
    if (host.holds(id)) {
      host.touch(id);
      return;
    }
    makeRoomOnHost(1);
    host.add(id, parent);
    events.accept(stored(StorageTier.HOST_PINNED, id, parent));
  }

  private void makeRoomOnHost(int blocks) {
    List<Long> evicted = new ArrayList<>();
    while (host.size() + blocks > host.capacityBlocks()) {
      Map.Entry<Long, Long> oldest = host.removeOldest();
      evicted.add(oldest.getKey());
      spill(oldest.getKey(), oldest.getValue());
    }
    remove(StorageTier.HOST_PINNED, evicted);
  }

  private void spill(long id, long parent) {
    if (disk.capacityBlocks() == 0) {
      return;
    }
    if (disk.holds(id)) {
      disk.touch(id);
      return;
    }
    if (disk.size() == disk.capacityBlocks()) {
      remove(StorageTier.DISK, List.of(disk.removeOldest().getKey()));
    }
    disk.add(id, parent);
    events.accept(stored(StorageTier.DISK, id, parent));
  }

  private void remove(StorageTier tier, List<Long> ids) {
    if (!ids.isEmpty()) {
      events.accept(
          new Removed(
              rank, tier, BlockHashes.of(ids.stream().mapToLong(TraceHashes::external).toArray())));
    }
  }

  private Stored stored(StorageTier tier, long[] ids, int start, int end) {
    return new Stored(
        rank,
        tier,
        parentHash(start == 0 ? LruTier.ROOT : ids[start - 1]),
        TraceHashes.locals(ids, start, end),
        TraceHashes.externals(ids, start, end));
  }

  private Stored stored(StorageTier tier, long id, long parent) {
    return new Stored(
        rank,
        tier,
        parentHash(parent),
        BlockHashes.of(TraceHashes.local(id)),
        BlockHashes.of(TraceHashes.external(id)));
  }

  private static OptionalLong parentHash(long parent) {
    return parent == LruTier.ROOT
        ? OptionalLong.empty()
        : OptionalLong.of(TraceHashes.external(parent));
  }
}
