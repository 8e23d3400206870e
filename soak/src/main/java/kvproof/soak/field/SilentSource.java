package kvproof.soak.field;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import kvproof.events.LiveListener;
import kvproof.events.LiveMessage;
import kvproof.events.ReplayEnd;
import kvproof.events.ReplaySink;
import kvproof.events.ingest.listener.EventTransport;
import kvproof.events.ingest.listener.IndexDirectory;
import kvproof.events.ingest.listener.ListenerRegistry;
import kvproof.events.ingest.listener.ListenerSpec;
import kvproof.events.ingest.listener.PartitionIndex;
import kvproof.events.ingest.listener.SilentSources;
import kvproof.events.routerevent.PartitionName;
import kvproof.events.routerevent.RouterEventBridge;
import kvproof.events.wire.EngineBatch;
import kvproof.events.wire.EventStyle;
import kvproof.events.wire.KvEventCodec;
import kvproof.events.zmq.Endpoint;
import kvproof.model.IndexStep;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.ReferenceRouter;
import org.jspecify.annotations.Nullable;

/** FS-58: a worker that is registered as an event source and says nothing, in virtual time. */
final class SilentSource {
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long STEP_MILLIS = 100;
  private static final WorkerWithDpRank W1 = new WorkerWithDpRank(1, 0);
  private static final Endpoint LIVE = Endpoint.parse("inproc://w1");

  /**
   * Where a fault may be planted.
   *
   * @param between stands between the connection and the listener
   * @param clock the time that the registry is told at a time
   * @param atRegistration is given the index of a worker that registers
   */
  record World(
      UnaryOperator<LiveListener> between,
      LongUnaryOperator clock,
      Consumer<ReferenceRouter> atRegistration) {
    static World sound() {
      return new World(heard -> heard, nanos -> nanos, _ -> {});
    }
  }

  private final World world;
  private final List<String> lines = new ArrayList<>();
  private final ReferenceRouter router = new ReferenceRouter();
  private final Direct transport;
  private final ListenerRegistry registry;
  private long nowMillis;

  /** Messages handed over on the caller's thread. */
  private static final class Direct implements EventTransport {
    private final UnaryOperator<LiveListener> between;
    private Optional<LiveListener> listener = Optional.empty();

    Direct(UnaryOperator<LiveListener> between) {
      this.between = between;
    }

    @Override
    public Subscription subscribe(Endpoint endpoint, LiveListener subscriber) {
      listener = Optional.of(between.apply(subscriber));
      return () -> listener = Optional.empty();
    }

    @Override
    public ReplayConnection replayFrom(Endpoint endpoint) {
      return new ReplayConnection() {
        @Override
        public ReplayEnd replay(long start, ReplaySink sink) {
          return new ReplayEnd.Complete(0);
        }

        @Override
        public void close() {}
      };
    }
  }

  private SilentSource(World world) {
    this.world = world;
    transport = new Direct(world.between());
    registry =
        new ListenerRegistry(
            new OneIndex(), transport, new RouterEventBridge(), new SilentSources(this::log));
    registry.ready();
  }

  private final class OneIndex implements IndexDirectory {
    @Override
    public PartitionIndex open(PartitionName partition, int blockSize) {
      return new PartitionIndex() {
        @Override
        public void accept(IndexStep step) {
          router.take(step);
        }

        @Override
        public boolean holdsBlocks(WorkerWithDpRank rank) {
          return router.heldBlocks().stream().anyMatch(block -> block.owner().equals(rank));
        }
      };
    }

    @Override
    public void drop(PartitionName partition) {}
  }

  static void ask(Questions questions) {
    ask(questions, World.sound());
  }

  static void ask(Questions questions, World world) {
    var scene = new SilentSource(world);
    scene.register(null);
    scene.ask(questions, 9_900, 0, List.of());
    scene.ask(questions, 10_100, 1, List.of(line(10)));
    scene.ask(questions, 70_100, 1, List.of(line(10), line(70)));

    scene.publish();
    questions.ask("mismatch gauge after the first event", 0, scene.registry.silence()::count);
    questions.ask("resident 1/0 after it", 2, scene::resident);
    scene.registry.close();

    var asked = new SilentSource(world);
    asked.register(Endpoint.parse("inproc://replay"));
    asked.advanceTo(70_100);
    questions.ask(
        "mismatch gauge of a source that can be asked", 0, asked.registry.silence()::count);
    asked.registry.close();
  }

  private void register(@Nullable Endpoint replay) {
    ListenerSpec spec =
        ListenerSpec.of(W1, new PartitionName("field", "default"), WireEngine.BLOCK_SIZE, LIVE);
    registry.register(replay == null ? spec : spec.withReplay(replay));
    world.atRegistration().accept(router);
  }

  private void log(String line) {
    lines.add(nowMillis + " ms: " + line);
  }

  /** As it has to be after so many seconds of silence, and when. */
  private static String line(int seconds) {
    return seconds
        + "000 ms: event source 1/0 has published nothing at inproc://w1 for "
        + seconds
        + " s and names no replay endpoint: what it holds is not known;"
        + " check its event publisher, or deregister it";
  }

  private void advanceTo(long millis) {
    while (nowMillis < millis) {
      nowMillis += STEP_MILLIS;
      registry.silence().advanceTo(world.clock().applyAsLong(nowMillis * NANOS_PER_MILLI));
    }
  }

  private void ask(Questions questions, long millis, int gauge, List<String> logged) {
    advanceTo(millis);
    String at = " at " + millis + " ms";
    int count = registry.silence().count();
    List<String> told = List.copyOf(lines);
    String resident = resident();
    questions.ask("mismatch gauge" + at, gauge, () -> count);
    questions.ask("log lines" + at, logged, () -> told);
    questions.ask("resident 1/0" + at, "absent", () -> resident);
  }

  private String resident() {
    OptionalLong count = router.residentBlocks(W1);
    return count.isPresent() ? Long.toString(count.getAsLong()) : "absent";
  }

  private void publish() {
    byte[] payload =
        KvEventCodec.encode(
            new EngineBatch(1.5, List.of(WireEngine.stored(0, 32, 16, 1, 2)), OptionalInt.empty()),
            EventStyle.ARRAY);
    transport.listener.ifPresent(
        listener -> listener.onMessage(new LiveMessage(new byte[0], 0, payload)));
  }
}
