package kvproof.gpu;

import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Steps of which each is taken, whatever became of those before it: for closing. The first failure
 * is thrown at the end, with the later ones suppressed. For one thread.
 */
final class AllSteps {
  private @Nullable Throwable first;

  void take(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error failure) {
      if (first == null) {
        first = failure;
      } else if (first != failure) {
        first.addSuppressed(failure);
      }
    }
  }

  /** One step for each element there is now; a step may take its element out. */
  <T> void takeEach(Collection<T> elements, Consumer<T> step) {
    for (T element : List.copyOf(elements)) {
      take(() -> step.accept(element));
    }
  }

  /** Throws what went wrong first. */
  void end() {
    if (first instanceof RuntimeException failure) {
      throw failure;
    }
    if (first instanceof Error failure) {
      throw failure;
    }
  }
}
