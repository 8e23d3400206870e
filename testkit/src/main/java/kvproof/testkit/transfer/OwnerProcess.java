package kvproof.testkit.transfer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import kvproof.model.transfer.AgentMetadata;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;

/**
 * A process that does what {@link OwnedBytes} says; what it prints beside its answers goes to
 * standard error. Whoever asks it waits until its patience is at an end, 60 seconds if nothing is
 * said, and no longer: then, or if the process has ended, that is an {@link AssertionError}. For
 * one thread.
 */
public final class OwnerProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Process process;
  private final Duration patience;

  /** An empty one is the end. */
  private final BlockingQueue<Optional<String>> answers = new LinkedBlockingQueue<>();

  private final AgentMetadata metadata;
  private final MemoryRegion region;

  /** Started, and heard of. */
  public OwnerProcess(ProcessBuilder builder) throws IOException {
    this(builder, PATIENCE);
  }

  OwnerProcess(ProcessBuilder builder, Duration patience) throws IOException {
    this.process = builder.start();
    this.patience = patience;
    BufferedReader lines = process.inputReader(StandardCharsets.US_ASCII);
    Thread.ofVirtual().start(() -> read(lines));
    try {
      this.metadata = AgentMetadata.of(HexFormat.of().parseHex(answer()));
      this.region =
          new MemoryRegion(
              MemoryKind.DRAM, 0, Long.parseUnsignedLong(answer(), 16), OwnedBytes.SIZE_BYTES);
    } catch (RuntimeException | Error failure) {
      kill();
      throw failure;
    }
  }

  private void read(BufferedReader lines) {
    try {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(OwnedBytes.ANSWER)) {
          answers.add(Optional.of(line.substring(OwnedBytes.ANSWER.length())));
        } else {
          System.err.println(line);
        }
      }
    } catch (IOException killed) {
      // Is its end all the same.
    }
    answers.add(Optional.empty());
  }

  private String answer() {
    try {
      Optional<String> next = answers.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
      if (next == null) {
        throw new AssertionError("no answer within " + patience);
      }
      return next.orElseThrow(() -> new AssertionError("the process has ended"));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted before the answer", interrupted);
    }
  }

  /** Of its agent. */
  public AgentMetadata metadata() {
    return metadata;
  }

  /** Its registered bytes. */
  public MemoryRegion region() {
    return region;
  }

  /** What it answers. */
  public String ask(String question) {
    try {
      process.getOutputStream().write((question + "\n").getBytes(StandardCharsets.US_ASCII));
      process.getOutputStream().flush();
    } catch (IOException ended) {
      throw new UncheckedIOException("the process has ended", ended);
    }
    return answer();
  }

  /** Stops it without its knowing ({@code STOP}), or lets it go on ({@code CONT}). */
  public void signal(String name) throws IOException, InterruptedException {
    int status =
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    if (status != 0) {
      throw new AssertionError("kill -" + name + " ended with " + status);
    }
  }

  /** It is gone when this returns. */
  public void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** Ends its input, and says how it ended. */
  public int end() throws IOException, InterruptedException {
    process.getOutputStream().close();
    if (!process.waitFor(patience.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new AssertionError("has not ended within " + patience);
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    kill();
  }
}
