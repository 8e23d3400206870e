package kvproof.soak;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C, or any other request to end the process.
 *
 * <p>It is raised at once and the command, which looks at it, has a while to write down what had
 * run; then the process ends with {@link ExitCode#INTERRUPTED}. A command that has nothing to write
 * down is not waited for: it may hang in a read that nothing ends.
 */
final class Interruption {
  private static final int PATIENCE_SECONDS = 30;

  private final CountDownLatch over = new CountDownLatch(1);
  private volatile boolean raised;
  private volatile boolean patient = true;

  private Interruption() {}

  static Interruption watched() {
    var interruption = new Interruption();
    Runtime.getRuntime().addShutdownHook(new Thread(interruption::raise, "interruption"));
    return interruption;
  }

  boolean isRaised() {
    return raised;
  }

  /** From now on an interruption ends the process at once. */
  void waitForNothing() {
    patient = false;
  }

  /** Also runs at the normal end of the process, when there is nothing left to interrupt. */
  private void raise() {
    if (over.getCount() == 0) {
      return;
    }
    raised = true;
    if (patient) {
      awaitTheCommand();
    }
    System.out.flush();
    Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
  }

  private void awaitTheCommand() {
    try {
      boolean isOver = over.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (!isOver) {
        System.err.println("kvproof: interrupted, and what was running does not end");
      }
    } catch (InterruptedException impatience) {
      Thread.currentThread().interrupt();
    }
  }

  /** The command has ended: the process ends with its exit code, or is about to end anyway. */
  void over(int exitCode) {
    boolean endsAnyway = raised;
    over.countDown();
    if (!endsAnyway) {
      System.exit(exitCode);
    }
  }
}
