package kvproof.events.ingest.listener;

import kvproof.events.LiveListener;
import kvproof.events.ReplaySource;
import kvproof.events.zmq.Endpoint;

/** How live messages and replays reach a listener. */
public interface EventTransport {

  /** A live stream that is listened to. */
  interface Subscription extends AutoCloseable {
    /** No call of the listener begins after this; one that runs is waited for, not for long. */
    @Override
    void close();
  }

  /** Where batches are asked for again. */
  interface ReplayConnection extends ReplaySource, AutoCloseable {
    /** Replays that run end as cancelled, and so does every later one. */
    @Override
    void close();
  }

  /** Connects, now or as soon as somebody is there. */
  Subscription subscribe(Endpoint endpoint, LiveListener listener);

  ReplayConnection replayFrom(Endpoint endpoint);
}
