package kvproof.benchmarks.overload;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kvproof.benchmarks.events.EventStream;
import kvproof.benchmarks.events.EventStream.Served;
import kvproof.benchmarks.events.StreamRandom;
import kvproof.soak.trace.MooncakeTraceReader;
import kvproof.soak.trace.TraceLine;
import kvproof.soak.trace.TraceLine.BrokenLine;
import kvproof.soak.trace.TraceLine.TraceRequest;

/**
 * A trace many times over, each time in a hash space of its own, its arrivals squeezed.
 *
 * @param stream what the caches would publish
 * @param dueNanos of each event, from the start; never falls
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record OverloadStream(EventStream stream, long[] dueNanos) {
  private static final int CACHE_IDS = 512;
  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final int SPACE_SHIFT = 44;

  /**
   * @param copies of every request, one a hash space, all of them arriving at one time
   * @param blocksPerId blocks that each hash id of the trace stands for
   * @param squeezeMillis from the first arrival to the last
   */
  static OverloadStream read(Path trace, int copies, int blocksPerId, int squeezeMillis)
      throws IOException {
    List<TraceRequest> requests = requests(trace);
    List<Served> served = new ArrayList<>();
    for (TraceRequest request : requests) {
      for (int copy = 0; copy < copies; copy++) {
        served.add(served(request.hashIds(), copy, blocksPerId));
      }
    }
    EventStream stream = EventStream.simulate(CACHE_IDS * blocksPerId, served);
    long last = requests.isEmpty() ? 0 : requests.getLast().timestampMillis();
    long[] due = new long[stream.events().size()];
    for (int event = 0; event < due.length; event++) {
      long arrival = requests.get(stream.requestOf()[event] / copies).timestampMillis();
      due[event] = arrival * squeezeMillis * NANOS_PER_MILLI / Math.max(last, 1);
    }
    return new OverloadStream(stream, due);
  }

  private static List<TraceRequest> requests(Path trace) throws IOException {
    List<TraceRequest> requests = new ArrayList<>();
    try (InputStream in = new BufferedInputStream(Files.newInputStream(trace))) {
      var reader = new MooncakeTraceReader(in);
      for (Optional<TraceLine> line = reader.next(); line.isPresent(); line = reader.next()) {
        switch (line.get()) {
          case TraceRequest request when request.hashIds().length == 0 -> {}
          case TraceRequest request -> requests.add(request);
          case BrokenLine broken ->
              throw new IOException(
                  trace + ", line " + broken.number() + " is no request: " + broken.reason());
        }
      }
    }
    return requests;
  }

  /** A copy has its turns on one worker, another one than the other copies. */
  private static Served served(long[] ids, int copy, int blocksPerId) {
    long space = (copy + 1L) << SPACE_SHIFT;
    long named = StreamRandom.mix(space + ids[Math.min(1, ids.length - 1)]);
    long[] local = new long[ids.length * blocksPerId];
    for (int at = 0; at < local.length; at++) {
      local[at] = StreamRandom.mix(space + ids[at / blocksPerId] * 64 + at % blocksPerId + 1);
    }
    return new Served((int) Long.remainderUnsigned(named, EventStream.WORKERS), local);
  }

  /** Nanoseconds from the first arrival to the last. */
  long lastDueNanos() {
    return dueNanos.length == 0 ? 0 : dueNanos[dueNanos.length - 1];
  }
}
