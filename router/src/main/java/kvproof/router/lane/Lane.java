package kvproof.router.lane;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import kvproof.model.KvCacheEvent;
import org.jspecify.annotations.Nullable;

/**
 * A queue and the one thread that empties it, in order: task by task, and events that wait one
 * behind the other together.
 *
 * <p>Ends when it is shut down and has done everything before that, or by the first exception: then
 * it is dead, and what still waits will not be done. Other lanes go on.
 */
final class Lane {
  private final LaneQueue<LaneTask> queue = new LaneQueue<>();
  private final Consumer<List<KvCacheEvent>> applier;
  private final CompletableFuture<Lane> exit = new CompletableFuture<>();
  private final Runnable whenEnded;
  private final Thread thread;
  private volatile @Nullable Throwable failure;

  /**
   * Starts the thread.
   *
   * @param applier applies one event or several, in their order
   * @param whenEnded run on it as the last thing, however the lane ends
   */
  static Lane start(
      LaneThreads threads, String name, Consumer<List<KvCacheEvent>> applier, Runnable whenEnded) {
    Lane lane = new Lane(threads, name, applier, whenEnded);
    lane.thread.start();
    return lane;
  }

  private Lane(
      LaneThreads threads, String name, Consumer<List<KvCacheEvent>> applier, Runnable whenEnded) {
    this.applier = applier;
    this.whenEnded = whenEnded;
    this.thread = threads.unstarted(name, this::work);
  }

  /* The order matters: who learns of the exit finds the failure, and the lane's traces gone. */
  private void work() {
    try {
      for (LaneTask task = queue.take(); task != null; task = queue.take()) {
        switch (task) {
          case LaneTask.Event first -> applyWithNext(first);
          case LaneTask.Work(Runnable work) -> work.run();
        }
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

  private void applyWithNext(LaneTask.Event first) {
    EventBatch batch = new EventBatch(first);
    LaneTask next = queue.takeIf(batch::hasRoomFor);
    while (next instanceof LaneTask.Event event) {
      batch.add(event);
      next = queue.takeIf(batch::hasRoomFor);
    }
    applier.accept(batch.events());
  }

  /** Puts an event into the queue; false if the lane takes none any more. */
  boolean tell(KvCacheEvent event) {
    return queue.offer(new LaneTask.Event(event));
  }

  /** Puts a task into the queue; false if the lane takes none any more. */
  boolean tell(Runnable task) {
    return queue.offer(new LaneTask.Work(task));
  }

  /** Puts a question into the queue, to be waited for. */
  <T> Question<T> ask(Supplier<T> question) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    boolean taken = queue.offer(new LaneTask.Work(() -> answer.complete(question.get())));
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
