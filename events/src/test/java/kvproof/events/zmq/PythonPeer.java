package kvproof.events.zmq;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** One of the Python programs, spoken to in lines. Its errors come among its lines. */
final class PythonPeer implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 20;

  private final Process process;
  private final BufferedWriter commands;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final Thread listening;

  PythonPeer(String python, String program, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(List.of(python, "-B", "-X", "utf8", folder() + "/" + program));
    command.addAll(List.of(arguments));
    this.process = new ProcessBuilder(command).redirectErrorStream(true).start();
    this.commands = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), UTF_8));
    this.listening = Thread.ofPlatform().daemon().start(this::listen);
  }

  /** Tests run in the folder of their module, or in one above it. */
  private static Path folder() {
    Path top = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(top.resolve("peers/engine-events"))) {
      top = top.getParent();
    }
    return top.resolve("peers/engine-events");
  }

  private void listen() {
    try (var reader = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      reader.lines().forEach(lines::add);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  String line() throws InterruptedException {
    String line = lines.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertThat(line).as("a line of Python").isNotNull();
    return line;
  }

  /** Commands, and gives the number that is the answer. */
  long ask(String command) throws Exception {
    commands.write(command + "\n");
    commands.flush();
    String answer = line();
    assertThat(answer).matches("\\d+");
    return Long.parseLong(answer);
  }

  /** Its input ends, and so must it. */
  @Override
  public void close() throws IOException {
    try {
      commands.close();
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      listening.join();
      assertThat(lines).as("what Python said at last").isEmpty();
      assertThat(process.exitValue()).isZero();
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
    }
  }
}
