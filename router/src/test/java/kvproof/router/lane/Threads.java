package kvproof.router.lane;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** A thread for each task, so that tasks of a test can wait for each other. */
final class Threads {
  private static final Executor ONE_EACH = task -> Thread.ofPlatform().daemon().start(task);

  private Threads() {}

  static CompletableFuture<Void> run(Runnable task) {
    return CompletableFuture.runAsync(task, ONE_EACH);
  }

  static <T> CompletableFuture<T> ask(Supplier<T> task) {
    return CompletableFuture.supplyAsync(task, ONE_EACH);
  }
}
