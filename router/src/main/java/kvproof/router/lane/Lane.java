package kvproof.router.lane;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A queue and the one thread that empties it, task by task.
 *
 * <p>Ends when it is shut down and has done everything before that, or by the first exception: then
 * it is dead, and what still waits will not be done. Other lanes go on.
 */
final class Lane {
  private final LaneQueue<Runnable> queue = new LaneQueue<>();
  private final CompletableFuture<Lane> exit = new CompletableFuture<>();
  private final Runnable whenEnded;
  private final Thread thread;
  private volatile @Nullable Throwable failure;

  /**
   * Starts the thread.
   *
   * @param whenEnded run on it as the last thing, however the lane ends
   */
  static Lane start(LaneThreads threads, String name, Runnable whenEnded) {
    Lane lane = new Lane(threads, name, whenEnded);
    lane.thread.start();
    return lane;
  }

  private Lane(LaneThreads threads, String name, Runnable whenEnded) {
    this.whenEnded = whenEnded;
    this.thread = threads.unstarted(name, this::work);
  }

  /* The order matters: who learns of the exit finds the failure, and the lane's traces gone. */
  private void work() {
    try {
      for (Runnable task = queue.take(); task != null; task = queue.take()) {
        task.run();
      }
    } catch (Throwable fatal) {
      failure = fatal;
    } finally {
      queue.abandon();
      try {
        whenEnded.run();
      } finally {
        exit.complete(this);
      }
    }
  }

  /** Puts a task into the queue; false if the lane takes none any more. */
  boolean tell(Runnable task) {
    return queue.offer(task);
  }

  /** Puts a question into the queue, to be waited for. */
  <T> Question<T> ask(Supplier<T> question) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    boolean taken = queue.offer(() -> answer.complete(question.get()));
    return new Question<>(this, answer, taken);
  }

  /** Tasks that wait; for observers. */
  int backlog() {
    return queue.size();
  }

  /** What the lane died of; empty while it works and after a shutdown. */
  Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }

  /** Completes when the lane has ended, for whatever reason. */
  CompletableFuture<Lane> exit() {
    return exit;
  }

  /** Lets the lane end once it has done what waits now. */
  void shutDown() {
    queue.close();
  }

  /** Waits until the thread has ended; until then, or until this thread is interrupted. */
  void join() {
    try {
      thread.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
