package kvproof.events.ingest.listener;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import kvproof.events.FrameProblem;
import kvproof.events.LiveListener;
import kvproof.events.LiveMessage;
import kvproof.events.ReplayEnd;
import kvproof.events.ReplaySink;
import kvproof.events.ReplaySource;
import kvproof.events.ingest.IndexUnavailableException;
import kvproof.events.ingest.Ingest;
import kvproof.events.ingest.StreamBatch;
import kvproof.events.ingest.StreamRecovery;
import kvproof.events.ingest.StreamTerms;
import kvproof.events.ingest.listener.EventTransport.ReplayConnection;
import kvproof.events.ingest.listener.EventTransport.Subscription;
import kvproof.events.routerevent.RouterEventBridge;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/**
 * One registered rank: its stream in the ingest, and the connection that feeds it, while it has
 * one. Changes of state come one at a time, from its registry.
 */
final class StreamListener {
  private enum Phase {
    RUNNING,
    PAUSED,
    FAILED
  }

  /** Replaced as a whole, so that a connection which fails late cannot fail its successor. */
  private record Situation(
      Phase phase, Optional<Connection> connection, Optional<String> failure) {}

  private final ListenerSpec spec;
  private final Ingest ingest;
  private final EventTransport transport;
  private final CompletableFuture<Void> ready;
  private final Runnable heard;
  private final BatchDecoding decoding;
  private final AtomicLong malformedMessages = new AtomicLong();
  private long incarnation;
  private final AtomicReference<Situation> situation =
      new AtomicReference<>(new Situation(Phase.PAUSED, Optional.empty(), Optional.empty()));

  /**
   * @param ready done when batches may reach the index
   * @param heard is told of every batch that can be decoded, before it is applied
   */
  StreamListener(
      ListenerSpec spec,
      Ingest ingest,
      EventTransport transport,
      CompletableFuture<Void> ready,
      RouterEventBridge bridge,
      Runnable heard) {
    this.spec = spec;
    this.ingest = ingest;
    this.transport = transport;
    this.ready = ready;
    this.heard = heard;
    long workerId = spec.rank().workerId();
    this.decoding =
        new BatchDecoding(
            spec, dpRank -> ingest.isOpen(new WorkerWithDpRank(workerId, dpRank)), bridge);
  }

  /** Connects, and then opens the stream: where one cannot connect, nothing has changed. */
  void open() {
    Connection first = connected();
    incarnation =
        ingest.open(new StreamTerms(spec.rank(), recovery(), spec.countsCopies())).orElseThrow();
    run(first);
  }

  private Connection connected() {
    var connection = new Connection();
    connection.connect();
    return connection;
  }

  private void run(Connection connection) {
    situation.set(new Situation(Phase.RUNNING, Optional.of(connection), Optional.empty()));
    connection.start();
  }

  private StreamRecovery recovery() {
    ReplaySource current = this::replay;
    return spec.replay().isPresent()
        ? new StreamRecovery.Replay(
            new DecodedReplay(
                current, decoding, () -> ingest.receiveUndecodableReply(spec.rank(), incarnation)))
        : new StreamRecovery.None();
  }

  /** Through the connection of now, so that it ends with it. */
  private ReplayEnd replay(long start, ReplaySink sink) {
    Optional<Connection> now = situation.get().connection();
    return now.isPresent() ? now.get().replay(start, sink) : new ReplayEnd.Cancelled(0);
  }

  /** From pending or active; throws {@link IllegalStateException} naming another state. */
  void pause() {
    requirePhase(situation.get().phase() == Phase.RUNNING, "paused");
    disconnect();
  }

  /** From paused or failed; throws {@link IllegalStateException} naming another state. */
  void resume() {
    requirePhase(situation.get().phase() != Phase.RUNNING, "resumed");
    disconnect();
    run(connected());
  }

  private void requirePhase(boolean isRight, String wanted) {
    if (!isRight) {
      throw new IllegalStateException(spec.rank() + " cannot be " + wanted + ": it is " + state());
    }
  }

  /** Hears nothing from here on. The stream stays open. */
  void disconnect() {
    situation
        .getAndSet(new Situation(Phase.PAUSED, Optional.empty(), Optional.empty()))
        .connection()
        .ifPresent(Connection::close);
  }

  ListenerState state() {
    return switch (situation.get().phase()) {
      case RUNNING -> ready.isDone() ? ListenerState.ACTIVE : ListenerState.PENDING;
      case PAUSED -> ListenerState.PAUSED;
      case FAILED -> ListenerState.FAILED;
    };
  }

  ListenerSpec spec() {
    return spec;
  }

  /** Empty once the stream is closed. */
  Optional<ListenerStatus> status() {
    return ingest
        .status(spec.rank())
        .map(
            stream ->
                new ListenerStatus(
                    state(),
                    stream,
                    malformedMessages.get(),
                    decoding.counts(),
                    situation.get().failure()));
  }

  /** One connection to the engine; after it has ended, nothing that was under way counts. */
  private final class Connection implements LiveListener {
    private final CompletableFuture<Void> started = new CompletableFuture<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private @Nullable Subscription subscription;
    private @Nullable ReplayConnection replays;

    void connect() {
      replays = spec.replay().map(transport::replayFrom).orElse(null);
      subscription = transport.subscribe(spec.live(), this);
    }

    void start() {
      started.complete(null);
    }

    /** Messages wait here, and behind the first one in the socket, until they may be taken. */
    @Override
    public void onMessage(LiveMessage message) {
      CompletableFuture.anyOf(CompletableFuture.allOf(started, ready), ended).join();
      if (!ended.isDone()) {
        take(message);
      }
    }

    /** Nothing moves: the next good message shows a gap. */
    @Override
    public void onMalformed(FrameProblem problem) {
      malformedMessages.incrementAndGet();
    }

    private void take(LiveMessage message) {
      try {
        decoding
            .decode(message.sequence(), message.payload())
            .ifPresentOrElse(
                this::receive, () -> ingest.receiveUndecodable(spec.rank(), incarnation));
      } catch (IndexUnavailableException gone) {
        fail(gone);
      }
    }

    private void receive(StreamBatch batch) {
      heard.run();
      ingest.receive(spec.rank(), incarnation, batch);
    }

    /** The socket is left to whoever resumes or deregisters: this is its own thread. */
    private void fail(IndexUnavailableException gone) {
      ended.complete(null);
      Situation now = situation.get();
      if (now.phase() == Phase.RUNNING && now.connection().equals(Optional.of(this))) {
        situation.compareAndSet(
            now, new Situation(Phase.FAILED, now.connection(), Optional.of(gone.toString())));
      }
    }

    ReplayEnd replay(long start, ReplaySink sink) {
      return replays == null ? new ReplayEnd.Cancelled(0) : replays.replay(start, sink);
    }

    void close() {
      ended.complete(null);
      if (replays != null) {
        replays.close();
      }
      if (subscription != null) {
        subscription.close();
      }
    }
  }
}
