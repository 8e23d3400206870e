package kvproof.router.queue;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Does what is asked of a queue one thing after another, also if it is asked during a turn; hints
 * of free capacity need no room among the commands, and no turn ends while one waits.
 *
 * <p>For one thread at a time.
 */
final class Turns {
  private final int mostCommands;
  private final CapacityHints hints;
  private final Runnable drain;
  private final Runnable afterwards;
  private final Queue<Runnable> commands = new ArrayDeque<>();
  private boolean isRunning;

  /**
   * @param mostCommands how many may wait behind a turn
   * @param drain takes the hints that wait
   * @param afterwards run after each turn; may ask for another
   */
  Turns(int mostCommands, CapacityHints hints, Runnable drain, Runnable afterwards) {
    this.mostCommands = mostCommands;
    this.hints = hints;
    this.drain = drain;
    this.afterwards = afterwards;
  }

  /** During a turn the command waits behind it; throws if there is no room. */
  void run(Runnable command) {
    if (isRunning) {
      if (commands.size() == mostCommands) {
        throw new IllegalStateException(
            mostCommands
                + " commands wait behind the turn already, which is the most: let the turn end before"
                + " asking for more, or ask less of the queue from its callbacks");
      }
      commands.add(command);
      return;
    }
    isRunning = true;
    try {
      for (@Nullable Runnable next = command; next != null; next = next()) {
        next.run();
      }
    } finally {
      isRunning = false;
    }
    afterwards.run();
  }

  /** Throws {@link IllegalStateException} during a turn, naming what was asked for whom. */
  void requireNone(String asked, String requestId) {
    if (isRunning) {
      throw new IllegalStateException(
          asked
              + " of request '"
              + requestId
              + "' during a turn of the queue: ask when the turn is over, or submit an ADVISORY");
    }
  }

  private @Nullable Runnable next() {
    @Nullable Runnable command = commands.poll();
    return command != null || hints.isEmpty() ? command : drain;
  }

  /** Takes the hints that wait, if any; during a turn that happens anyway. */
  void wake() {
    if (!isRunning && !hints.isEmpty()) {
      run(drain);
    }
  }
}
