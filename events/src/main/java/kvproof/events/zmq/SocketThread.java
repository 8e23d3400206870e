package kvproof.events.zmq;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.zeromq.ZContext;

/**
 * The one thread that works on the sockets of a context, and closes it when the work is over,
 * however that ends.
 */
final class SocketThread {
  /*
   * JeroMQ signals between its threads through pipes, and an interrupt closes a pipe under the
   * thread that uses it: the socket is lost then, and closing its context hangs. So sockets live on
   * threads that nobody interrupts, and the thread that opens them puts interrupts off.
   */

  /** How long closing waits for work that does not come to an end. */
  static final Duration CLOSE_WAIT = Duration.ofSeconds(2);

  private final Thread thread;
  private volatile @Nullable Throwable failure;

  /** From its start on, nobody else touches the sockets. */
  SocketThread(String name, ZContext context, Runnable work) {
    this.thread = Thread.ofPlatform().name(name).daemon().unstarted(() -> run(context, work));
  }

  /** Opens sockets in a context that is closed if that fails. */
  static <T> T opened(ZContext context, Supplier<T> opening) {
    boolean interrupted = Thread.interrupted();
    try {
      requireOpen(context);
      return opening.get();
    } catch (RuntimeException | Error failure) {
      context.close();
      throw failure;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** A context that was closed before its first socket would start its threads once more. */
  static void requireOpen(ZContext context) {
    if (context.isClosed()) {
      throw new IllegalStateException("the context is closed");
    }
  }

  void start() {
    thread.start();
  }

  private void run(ZContext context, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | Error thrown) {
      failure = thrown;
    } finally {
      // A listener may have left one behind.
      var _ = Thread.interrupted();
      context.close();
    }
  }

  /** What ended the work before it was stopped. */
  Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }

  boolean isAlive() {
    return thread.isAlive();
  }

  /**
   * Waits until the thread has ended, but not for ever, and not for itself; an interrupt ends the
   * waiting and stays set.
   */
  void awaitEnd() {
    if (Thread.currentThread() == thread) {
      return;
    }
    try {
      var _ = thread.join(CLOSE_WAIT);
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
    }
  }
}
