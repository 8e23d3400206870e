package kvproof.soak.trace;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.Request;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.casetext.CaseText;
import kvproof.soak.digest.Digest;
import kvproof.soak.trace.TraceLine.BrokenLine;
import kvproof.soak.trace.TraceLine.TraceRequest;

/**
 * A trace as a script: when each request comes, and which events its engine publishes for it.
 *
 * <p>Nobody is asked who gets a request: the engine that would be done first by what its own caches
 * hold. So the script is the same whatever router it is played to, and the caches at its end are
 * what an index of its events has to hold.
 */
public final class TraceScript {
  /**
   * One request.
   *
   * @param timestampMillis since the start of the trace
   * @param request with every engine as a target
   * @param events that follow it, in their order
   */
  public record Arrival(long timestampMillis, Request request, List<KvCacheEvent> events) {
    public Arrival {
      events = List.copyOf(events);
    }
  }

  private final List<SimulatedEngine> engines = new ArrayList<>();
  private final List<WorkerWithDpRank> ranks = new ArrayList<>();
  private final List<Arrival> arrivals = new ArrayList<>();
  private final List<KvCacheEvent> published = new ArrayList<>();
  private final WorkerQueue queue;
  private final int blocksPerId;
  private long blocks;

  private TraceScript(TraceSettings settings, int blocksPerId) {
    this.blocksPerId = blocksPerId;
    this.queue = new WorkerQueue(settings.workers());
    for (int worker = 0; worker < settings.workers(); worker++) {
      var rank = new WorkerWithDpRank(worker, 0);
      ranks.add(rank);
      engines.add(
          new SimulatedEngine(
              rank,
              Math.multiplyExact(settings.deviceBlocks(), blocksPerId),
              Math.multiplyExact(settings.hostBlocks(), blocksPerId),
              published::add));
    }
  }

  /**
   * Reads a trace whole.
   *
   * @param settings its capacities count ids; its {@code checkEvery} and {@code strict} play no
   *     part
   * @param blocksPerId blocks that each id of 512 tokens stands for, at least 1: 32 are blocks of
   *     16 tokens
   * @throws IOException also of a line that is no request, with its number
   */
  public static TraceScript of(Path trace, TraceSettings settings, int blocksPerId)
      throws IOException {
    if (blocksPerId < 1) {
      throw new IllegalArgumentException("blocks per id: " + blocksPerId + " is less than 1");
    }
    var script = new TraceScript(settings, blocksPerId);
    try (InputStream in = new BufferedInputStream(Files.newInputStream(trace))) {
      var reader = new MooncakeTraceReader(in);
      Optional<TraceLine> line = reader.next();
      while (line.isPresent() && script.arrivals.size() < settings.limit()) {
        switch (line.get()) {
          case TraceRequest request -> script.add(request);
          case BrokenLine broken ->
              throw new IOException(
                  trace + ", line " + broken.number() + " is no request: " + broken.reason());
        }
        line = reader.next();
      }
    }
    return script;
  }

  private void add(TraceRequest request) {
    long[] ids = split(request.hashIds());
    blocks += ids.length;
    int[] missing =
        engines.stream().mapToInt(engine -> ids.length - engine.frontier(ids)).toArray();
    for (int worker = 0; worker < missing.length; worker++) {
      missing[worker] = Math.ceilDiv(missing[worker], blocksPerId);
    }
    published.clear();
    engines.get(queue.book(request.timestampMillis(), missing)).serve(ids);
    arrivals.add(
        new Arrival(
            request.timestampMillis(),
            new Request("line-" + request.number(), TraceHashes.locals(ids, 0, ids.length), ranks),
            published));
  }

  /** Ids of smaller blocks: which prefix they end follows from them, as before. */
  private long[] split(long[] ids) {
    long[] split = new long[Math.multiplyExact(ids.length, blocksPerId)];
    for (int i = 0; i < split.length; i++) {
      split[i] = ids[i / blocksPerId] * blocksPerId + i % blocksPerId;
    }
    return split;
  }

  /** In the order of the trace. */
  public List<Arrival> arrivals() {
    return Collections.unmodifiableList(arrivals); // read whole: nothing changes it any more
  }

  /** One of each engine. */
  public List<WorkerWithDpRank> ranks() {
    return Collections.unmodifiableList(ranks);
  }

  /** Of all prompts. */
  public long blocks() {
    return blocks;
  }

  /** Of every request, when it comes, and every event. */
  public long digest() {
    var digest = new Digest();
    for (Arrival arrival : arrivals) {
      digest.add(arrival.timestampMillis()).add(arrival.request().localHashes());
      arrival.events().forEach(event -> digest.add(CaseText.printStep(event)));
    }
    return digest.value();
  }

  /** Blocks that either an index or the caches at the end hold, and not both. */
  public long differing(List<HeldBlock> index) {
    Set<HeldBlock> caches = new HashSet<>();
    engines.forEach(engine -> engine.addHeldTo(caches));
    long differing = 0;
    for (HeldBlock block : index) {
      differing += caches.remove(block) ? 0 : 1;
    }
    return differing + caches.size();
  }
}
