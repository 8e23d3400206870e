package kvproof.events.ingest.listener;

import java.time.Duration;
import kvproof.events.LiveListener;
import kvproof.events.ReplayEnd;
import kvproof.events.ReplaySink;
import kvproof.events.zmq.ConnectionSettings;
import kvproof.events.zmq.Endpoint;
import kvproof.events.zmq.EventSubscriber;
import kvproof.events.zmq.ReplayClient;

/** Over ZeroMQ, as engines publish. */
public final class ZmqTransport implements EventTransport {
  private final ConnectionSettings settings;
  private final Duration replayTimeout;

  /**
   * @param replayTimeout a replay ends when no reply came for so long
   */
  public ZmqTransport(ConnectionSettings settings, Duration replayTimeout) {
    this.settings = settings;
    this.replayTimeout = replayTimeout;
  }

  public static ZmqTransport withDefaults() {
    return new ZmqTransport(ConnectionSettings.defaults(), ReplayClient.DEFAULT_TIMEOUT);
  }

  @Override
  public Subscription subscribe(Endpoint endpoint, LiveListener listener) {
    return EventSubscriber.open(endpoint, settings, listener)::close;
  }

  @Override
  public ReplayConnection replayFrom(Endpoint endpoint) {
    var client = new ReplayClient(endpoint, settings, replayTimeout);
    return new ReplayConnection() {
      @Override
      public ReplayEnd replay(long start, ReplaySink sink) {
        return client.replay(start, sink);
      }

      @Override
      public void close() {
        client.close();
      }
    };
  }
}
