package kvproof.benchmarks.selection;

/** A thread that gives every counter a new value again and again until it is closed. */
final class CounterWriter implements AutoCloseable {
  private final TimedPolicy policy;
  private final Thread thread;
  private volatile boolean isClosed;

  private CounterWriter(TimedPolicy policy) {
    this.policy = policy;
    this.thread = Thread.ofPlatform().daemon().name("counter-writer").unstarted(this::write);
  }

  /** Starts it. */
  static CounterWriter over(TimedPolicy policy) {
    var writer = new CounterWriter(policy);
    writer.thread.start();
    return writer;
  }

  private void write() {
    for (long value = 0; !isClosed; value++) {
      policy.rewrite(value);
    }
  }

  /** Waits for its end. */
  @Override
  public void close() throws InterruptedException {
    isClosed = true;
    thread.join();
  }
}
