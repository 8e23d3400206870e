package kvproof.benchmarks.events;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import kvproof.benchmarks.events.EventStream.Served;
import kvproof.soak.trace.MooncakeTraceReader;
import kvproof.soak.trace.TraceLine;
import kvproof.soak.trace.TraceLine.BrokenLine;
import kvproof.soak.trace.TraceLine.TraceRequest;

/** The streams that are timed. Their definitions are those of {@code peers/dynamo}. */
public enum StreamKind {
  SYNTHETIC("synthetic", "synthetic", 0),
  CONVERSATION_512("mooncake512", "conversation, 512 tokens a block", 1),
  CONVERSATION_16("mooncake16", "conversation, 16 tokens a block", 32);

  private static final int TRACE_BLOCKS = 512;
  private static final int SYNTHETIC_REQUESTS = 12_800;
  private static final int SYNTHETIC_CAPACITY = 4_096;

  private final String key;
  private final String title;
  private final int blocksPerId;

  StreamKind(String key, String title, int blocksPerId) {
    this.key = key;
    this.title = title;
    this.blocksPerId = blocksPerId;
  }

  /** As the peer's {@code --only} and {@link EventsTrial} know it. */
  public String key() {
    return key;
  }

  public String title() {
    return title;
  }

  /** Whether it is made of a trace, rather than drawn. */
  public boolean readsTrace() {
    return blocksPerId > 0;
  }

  /** Throws {@link IllegalArgumentException} naming a key that no stream has. */
  static StreamKind ofKey(String key) {
    for (StreamKind kind : values()) {
      if (kind.key.equals(key)) {
        return kind;
      }
    }
    throw new IllegalArgumentException(
        "no stream '" + key + "' (synthetic, mooncake512, mooncake16)");
  }

  /** Makes the stream; {@code trace} is read only where {@link #readsTrace}. */
  EventStream make(Path trace) throws IOException {
    return readsTrace() ? conversation(trace) : synthetic(SYNTHETIC_REQUESTS);
  }

  /**
   * 64 system prefixes of 64 blocks, 16 conversations under each growing by 32 blocks a turn to at
   * most 128, and a tail of 32 blocks of each request's own.
   */
  static EventStream synthetic(int requests) {
    var random = new StreamRandom(11);
    Map<Long, Integer> turns = new HashMap<>();
    List<Served> served = new ArrayList<>();
    for (int request = 0; request < requests; request++) {
      int worker = (int) random.below(EventStream.WORKERS);
      long group = Math.min(random.below(64), random.below(64));
      long conversation = group * 16 + random.below(16);
      int turn = turns.merge(conversation, 1, (had, one) -> Math.min(had + one, 4));
      long[] local = new long[64 + turn * 32 + 32];
      for (int i = 0; i < 64; i++) {
        local[i] = block(1, group, i);
      }
      for (int i = 0; i < turn * 32; i++) {
        local[64 + i] = block(2, conversation, i);
      }
      for (int i = 0; i < 32; i++) {
        local[64 + turn * 32 + i] = block(3, request, i);
      }
      served.add(new Served(worker, local));
    }
    return EventStream.simulate(SYNTHETIC_CAPACITY, served);
  }

  private static long block(long kind, long id, long i) {
    return StreamRandom.mix(kind << 56 | id << 24 | i);
  }

  /**
   * Each 512-token id as {@link #blocksPerId} blocks. A request goes to the worker that its second
   * id names, which keeps the turns of one conversation together.
   */
  private EventStream conversation(Path trace) throws IOException {
    List<Served> served = new ArrayList<>();
    try (InputStream in = new BufferedInputStream(Files.newInputStream(trace))) {
      var reader = new MooncakeTraceReader(in);
      for (Optional<TraceLine> line = reader.next(); line.isPresent(); line = reader.next()) {
        switch (line.get()) {
          case TraceRequest request when request.hashIds().length == 0 -> {}
          case TraceRequest request -> served.add(served(request.hashIds()));
          case BrokenLine broken ->
              throw new IOException(
                  trace + ", line " + broken.number() + " is no request: " + broken.reason());
        }
      }
    }
    return EventStream.simulate(TRACE_BLOCKS * blocksPerId, served);
  }

  private Served served(long[] ids) {
    long named = StreamRandom.mix(ids[Math.min(1, ids.length - 1)]);
    long[] local = new long[ids.length * blocksPerId];
    for (int at = 0; at < local.length; at++) {
      local[at] = StreamRandom.mix(ids[at / blocksPerId] * 64 + at % blocksPerId + 1);
    }
    return new Served((int) Long.remainderUnsigned(named, EventStream.WORKERS), local);
  }
}
