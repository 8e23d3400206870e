package kvproof.soak.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/**
 * The caches of one engine: a device tier and a host-pinned tier, least recently used out first.
 *
 * <p>Publishes what an engine would: a store per run of new blocks, a removal per batch of evicted
 * ones. What leaves the device goes to the host, what leaves the host is gone.
 */
final class SimulatedEngine {
  private final WorkerWithDpRank rank;
  private final LruTier device;
  private final LruTier host;
  private final Consumer<KvCacheEvent> events;

  SimulatedEngine(
      WorkerWithDpRank rank, int deviceBlocks, int hostBlocks, Consumer<KvCacheEvent> events) {
    this.rank = rank;
    this.device = new LruTier(deviceBlocks);
    this.host = new LruTier(hostBlocks);
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

  /** Whether it could send this block now, from wherever it lies. */
  boolean holds(long id) {
    return device.holds(id) || host.holds(id);
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

  /** Blocks {@code [start, end)} of a prompt arrived from elsewhere, into host memory. */
  void receive(long[] ids, int start, int end) {
    int from = start;
    while (from < end && host.holds(ids[from])) {
      from++;
    }
    int fits = Math.min(end, from + host.capacityBlocks());
    if (from == fits) {
      return;
    }
    makeRoomOnHost(fits - from);
    for (int i = fits - 1; i >= from; i--) {
      host.add(ids[i], i == 0 ? LruTier.ROOT : ids[i - 1]);
    }
    events.accept(stored(StorageTier.HOST_PINNED, ids, from, fits));
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
    events.accept(
        new Stored(
            rank,
            StorageTier.HOST_PINNED,
            parentHash(parent),
            BlockHashes.of(TraceHashes.local(id)),
            BlockHashes.of(TraceHashes.external(id))));
  }

  private void makeRoomOnHost(int blocks) {
    List<Long> evicted = new ArrayList<>();
    while (host.size() + blocks > host.capacityBlocks()) {
      evicted.add(host.removeOldest().getKey());
    }
    remove(StorageTier.HOST_PINNED, evicted);
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

  private static OptionalLong parentHash(long parent) {
    return parent == LruTier.ROOT
        ? OptionalLong.empty()
        : OptionalLong.of(TraceHashes.external(parent));
  }
}
