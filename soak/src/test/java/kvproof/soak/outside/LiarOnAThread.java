package kvproof.soak.outside;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import kvproof.soak.outside.LyingProgram.Lie;

/** A {@link LyingProgram} that looks like a process and is a thread: it is there at once. */
final class LiarOnAThread extends Process {
  private static final int PIPE_BYTES = 1 << 20;

  private final PipedOutputStream toProgram = new PipedOutputStream();
  private final PipedInputStream fromProgram = new PipedInputStream(PIPE_BYTES);
  private final Thread program;

  LiarOnAThread(Lie lie) {
    try {
      PipedInputStream in = new PipedInputStream(toProgram, PIPE_BYTES);
      PipedOutputStream out = new PipedOutputStream(fromProgram);
      program = Thread.ofPlatform().daemon().start(() -> run(lie, in, out));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static void run(Lie lie, InputStream in, OutputStream out) {
    try (in;
        out) {
      LyingProgram.run(lie, in, out);
    } catch (IOException gone) {
      // its other end was closed
    }
  }

  @Override
  public OutputStream getOutputStream() {
    return toProgram;
  }

  @Override
  public InputStream getInputStream() {
    return fromProgram;
  }

  @Override
  public InputStream getErrorStream() {
    return InputStream.nullInputStream();
  }

  @Override
  public Stream<ProcessHandle> descendants() {
    return Stream.empty();
  }

  @Override
  public int waitFor() throws InterruptedException {
    program.join();
    return 0;
  }

  @Override
  public boolean waitFor(long timeout, TimeUnit unit) throws InterruptedException {
    return program.join(java.time.Duration.of(timeout, unit.toChronoUnit()));
  }

  @Override
  public int exitValue() {
    if (program.isAlive()) {
      throw new IllegalThreadStateException("the program has not ended");
    }
    return 0;
  }

  @Override
  public void destroy() {
    program.interrupt();
    try {
      toProgram.close();
      fromProgram.close();
    } catch (IOException gone) {
      // then it is closed
    }
  }
}
