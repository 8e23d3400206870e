package kvproof.events.ingest.listener;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import kvproof.events.LiveListener;
import kvproof.events.LiveMessage;
import kvproof.events.ReplayEnd;
import kvproof.events.ReplaySink;
import kvproof.events.zmq.Endpoint;

/** Messages handed over on the caller's thread, to whoever is subscribed to the endpoint. */
final class FakeTransport implements EventTransport {
  private final NavigableMap<String, List<LiveListener>> subscribed = new TreeMap<>();
  private final List<Long> replays = new ArrayList<>();
  private final NavigableMap<Long, byte[]> kept = new TreeMap<>();
  private CountDownLatch gate = new CountDownLatch(0);
  private boolean refuses;
  private volatile boolean isHoldingSomebody;

  @Override
  public Subscription subscribe(Endpoint endpoint, LiveListener listener) {
    awaitGate();
    synchronized (this) {
      if (refuses) {
        throw new IllegalArgumentException("planted: no way to " + endpoint);
      }
      listenersOf(endpoint).add(listener);
    }
    return () -> {
      synchronized (this) {
        listenersOf(endpoint).remove(listener);
      }
    };
  }

  private synchronized List<LiveListener> listenersOf(Endpoint endpoint) {
    return subscribed.computeIfAbsent(endpoint.toString(), _ -> new ArrayList<>());
  }

  @Override
  public ReplayConnection replayFrom(Endpoint endpoint) {
    return new ReplayConnection() {
      private boolean isClosed;

      @Override
      public ReplayEnd replay(long start, ReplaySink sink) {
        if (isClosed) {
          return new ReplayEnd.Cancelled(0);
        }
        replays.add(start);
        kept.tailMap(start, true).forEach(sink::accept);
        return new ReplayEnd.Complete(kept.size());
      }

      @Override
      public void close() {
        isClosed = true;
      }
    };
  }

  /** Delivered to every subscriber there is; how many there were. */
  int send(Endpoint endpoint, long sequence, byte[] payload) {
    List<LiveListener> listeners;
    synchronized (this) {
      listeners = List.copyOf(listenersOf(endpoint));
    }
    var message = new LiveMessage("t".getBytes(StandardCharsets.UTF_8), sequence, payload);
    listeners.forEach(listener -> listener.onMessage(message));
    return listeners.size();
  }

  /** Can be replayed from now on. */
  void keep(long sequence, byte[] payload) {
    kept.put(sequence, payload);
  }

  List<Long> replays() {
    return replays;
  }

  synchronized int subscribers(Endpoint endpoint) {
    return listenersOf(endpoint).size();
  }

  /** Subscribing waits from now on until the gate opens. */
  synchronized CountDownLatch holdSubscriptions() {
    gate = new CountDownLatch(1);
    return gate;
  }

  /** Whether somebody came to the gate while it was closed. */
  boolean isHoldingSomebody() {
    return isHoldingSomebody;
  }

  synchronized void refuse() {
    refuses = true;
  }

  private void awaitGate() {
    CountDownLatch now;
    synchronized (this) {
      now = gate;
    }
    isHoldingSomebody = now.getCount() > 0;
    try {
      if (!now.await(20, TimeUnit.SECONDS)) {
        throw new AssertionError("nobody opened the gate");
      }
    } catch (InterruptedException interrupt) {
      throw new AssertionError("nobody interrupts this", interrupt);
    }
  }
}
