package kvproof.events.ingest.publication;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** An index whose content is the list of what it took; its dumps can be held at a gate. */
final class FakeIndex implements LocalIndex<String> {
  private final List<String> taken = new ArrayList<>();
  private boolean isClosed;
  private boolean fails;
  private int dumps;
  private volatile CountDownLatch gate = new CountDownLatch(0);

  @Override
  public synchronized boolean enqueue(String event) {
    return !isClosed && taken.add(event);
  }

  @Override
  public synchronized boolean applyEverywhere(String clear) {
    if (!isClosed) {
      taken.clear();
    }
    return !isClosed;
  }

  /** What it held when the building began, and no later event. */
  @Override
  public List<String> dump() {
    List<String> content;
    synchronized (this) {
      dumps++;
      content = List.copyOf(taken);
    }
    try {
      if (!gate.await(20, TimeUnit.SECONDS)) {
        throw new AssertionError("nobody opened the gate");
      }
    } catch (InterruptedException interrupt) {
      throw new AssertionError("nobody interrupts a build", interrupt);
    }
    synchronized (this) {
      if (fails) {
        throw new IllegalStateException("planted");
      }
    }
    return content;
  }

  /** Dumps wait from now on, until the gate opens. */
  CountDownLatch holdDumps() {
    gate = new CountDownLatch(1);
    return gate;
  }

  synchronized void close() {
    isClosed = true;
  }

  synchronized void fail(boolean nowFails) {
    fails = nowFails;
  }

  /** Dumps begun. */
  synchronized int dumps() {
    return dumps;
  }
}
