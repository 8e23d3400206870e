package kvproof.soak.outside;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import kvproof.soak.lines.BoundedLines;

/**
 * A router's process and its three pipes.
 *
 * <p>Writing never waits: a thread of its own feeds the process, so that one that does not read
 * cannot stop its caller. What it writes on standard error is read all the time, and its last lines
 * are kept. For one thread; closing kills the process with all that it started.
 */
final class RouterProcess implements AutoCloseable {
  private static final int STDERR_LINES = 40;
  private static final int LONGEST_STDERR_LINE = 4_096;
  private static final Duration PATIENCE_AT_THE_END = Duration.ofSeconds(5);

  private final Process process;
  private final LineInbox inbox = new LineInbox();
  private final LastLines stderr = new LastLines(STDERR_LINES);
  private final Deque<byte[]> outgoing = new ArrayDeque<>();
  private boolean inputEnds;

  /** Over a process that nobody else reads from or writes to. */
  RouterProcess(Process process) {
    this.process = process;
    daemon("router input", this::feed);
    daemon("router output", () -> inbox.readAll(process.getInputStream()));
    daemon("router stderr", () -> readStderr(process.getErrorStream()));
  }

  /** Throws {@link UncheckedIOException} if there is no such program. */
  static RouterProcess start(RouterCommand command, Path folder) {
    try {
      return new RouterProcess(
          new ProcessBuilder(command.words()).directory(folder.toAbsolutePath().toFile()).start());
    } catch (IOException unstartable) {
      throw new UncheckedIOException(
          "the router cannot be started: " + unstartable.getMessage(), unstartable);
    }
  }

  private static void daemon(String name, Runnable work) {
    Thread.ofPlatform().daemon().name(name).start(work);
  }

  /** The bytes must stay as they are. */
  void write(byte[] lines) {
    synchronized (outgoing) {
      outgoing.addLast(lines);
      outgoing.notifyAll();
    }
  }

  /** What was written goes out first. */
  void endInput() {
    synchronized (outgoing) {
      inputEnds = true;
      outgoing.notifyAll();
    }
  }

  private void feed() {
    try (OutputStream in = process.getOutputStream()) {
      for (byte[] next = next(); next.length > 0; next = next()) {
        in.write(next);
        in.flush();
      }
    } catch (IOException gone) {
      // whoever waits for an answer will see that the process has ended
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /** Empty at the end. */
  private byte[] next() throws InterruptedException {
    synchronized (outgoing) {
      while (outgoing.isEmpty() && !inputEnds) {
        outgoing.wait();
      }
      byte[] first = outgoing.pollFirst();
      return first == null ? new byte[0] : first;
    }
  }

  private void readStderr(InputStream in) {
    BoundedLines lines = new BoundedLines(in, LONGEST_STDERR_LINE);
    try {
      while (lines.advance()) {
        byte[] line = lines.bytes();
        stderr.add("", line);
      }
    } catch (IOException broken) {
      // it ended with its process
    }
  }

  /** The next line of its output; empty if none came in this time, or it has ended. */
  Optional<LineInbox.Line> read(Duration patience) throws InterruptedException {
    return inbox.take(patience);
  }

  /** Its output has ended, and everything of it was taken. */
  boolean isAtEnd() {
    return inbox.isAtEnd();
  }

  /** Its exit code, if it ends within this time. */
  OptionalInt exit(Duration patience) throws InterruptedException {
    return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)
        ? OptionalInt.of(process.exitValue())
        : OptionalInt.empty();
  }

  /** The last lines of its standard error so far. */
  List<String> stderr() {
    return stderr.lines();
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    endInput();
    inbox.close();
    try {
      process.waitFor(PATIENCE_AT_THE_END.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
