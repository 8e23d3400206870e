package kvproof.benchmarks.events;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/**
 * What {@link #WORKERS} caches would publish while they serve requests, all of it on one tier.
 *
 * @param requests that were served
 * @param requestOf for each event the number of the request that brought it, from 0; not to be
 *     changed
 * @param storedBlocks in all stores
 * @param removedBlocks in all removals
 * @param resident ascending hashes that each worker holds in the end, by worker id
 * @param samples every 61st prompt
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record EventStream(
    int requests,
    List<KvCacheEvent> events,
    int[] requestOf,
    long storedBlocks,
    long removedBlocks,
    List<long[]> resident,
    List<StreamPrompt> samples) {
  public static final int WORKERS = 128;
  private static final int SAMPLE_EVERY = 61;

  public EventStream {
    events = List.copyOf(events);
    resident = List.copyOf(resident);
    samples = List.copyOf(samples);
  }

  /** One request: where it is served, and the local hash of each of its blocks. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Served(int worker, long[] local) {}

  /**
   * Serves the requests one after the other, each by its worker's cache: a store for what was
   * missing, a removal for what had to go.
   *
   * @param capacity blocks of one cache; a longer prompt is cut
   */
  public static EventStream simulate(int capacity, Iterable<Served> requests) {
    var simulation = new Simulation(capacity);
    requests.forEach(simulation::serve);
    return simulation.stream();
  }

  /** Blocks that the stream stores or removes. */
  public long blocks() {
    return storedBlocks + removedBlocks;
  }

  long residentBlocks() {
    return resident.stream().mapToLong(hashes -> hashes.length).sum();
  }

  /** The same on another tier. */
  EventStream on(StorageTier tier) {
    List<KvCacheEvent> moved = new ArrayList<>(events.size());
    for (KvCacheEvent event : events) {
      moved.add(moved(event, tier));
    }
    return new EventStream(
        requests, moved, requestOf, storedBlocks, removedBlocks, resident, samples);
  }

  private static KvCacheEvent moved(KvCacheEvent event, StorageTier tier) {
    return switch (event) {
      case Stored stored ->
          new Stored(
              stored.owner(), tier, stored.parent(), stored.localHashes(), stored.externalHashes());
      case Removed removed -> new Removed(removed.owner(), tier, removed.externalHashes());
      case KvCacheEvent other -> other;
    };
  }

  private static final class Simulation {
    private final int capacity;
    private final List<SimulatedCache> caches = new ArrayList<>();
    private final List<KvCacheEvent> events = new ArrayList<>();
    private final IntStream.Builder requestOf = IntStream.builder();
    private final List<StreamPrompt> samples = new ArrayList<>();
    private int requests;
    private long storedBlocks;
    private long removedBlocks;

    Simulation(int capacity) {
      this.capacity = capacity;
      for (int worker = 0; worker < WORKERS; worker++) {
        caches.add(new SimulatedCache());
      }
    }

    void serve(Served request) {
      StreamPrompt prompt = StreamPrompt.of(request.local(), capacity);
      var rank = new WorkerWithDpRank(request.worker(), 0);
      SimulatedCache cache = caches.get(request.worker());
      int held = cache.held(prompt);
      cache.touch(prompt, requests);
      if (held < prompt.size()) {
        storedBlocks += prompt.size() - held;
        add(prompt.storedFrom(held, rank));
      }
      long[] evicted = cache.evictTo(capacity);
      if (evicted.length > 0) {
        removedBlocks += evicted.length;
        add(new Removed(rank, StorageTier.DEVICE, BlockHashes.of(evicted)));
      }
      if (requests % SAMPLE_EVERY == 0) {
        samples.add(prompt);
      }
      requests++;
    }

    private void add(KvCacheEvent event) {
      events.add(event);
      requestOf.add(requests);
    }

    EventStream stream() {
      List<long[]> resident = caches.stream().map(SimulatedCache::sorted).toList();
      return new EventStream(
          requests,
          events,
          requestOf.build().toArray(),
          storedBlocks,
          removedBlocks,
          resident,
          samples);
    }
  }
}
