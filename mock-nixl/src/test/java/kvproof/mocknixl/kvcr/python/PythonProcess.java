package kvproof.mocknixl.kvcr.python;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A program of {@code peers/kvcr} that says one line of JSON at first, and one to each command. */
final class PythonProcess implements AutoCloseable {
  static final long PATIENCE_SECONDS = 60;

  private static final ObjectMapper JSON = new JsonMapper();

  private final Process process;
  private final BufferedWriter commands;
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
  private final JsonNode ready;

  PythonProcess(String program, Map<String, Object> options) throws Exception {
    String script = folder().resolve(program).toString();
    var builder =
        new ProcessBuilder(List.of(interpreter(), "-B", script, JSON.writeValueAsString(options)))
            .redirectError(Redirect.INHERIT);
    builder.environment().put("KVPROOF_AGENT", PythonInterop.AGENT);
    this.process = builder.start();
    this.commands = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), UTF_8));
    Thread.ofPlatform().daemon().start(this::listen);
    this.ready = line();
  }

  /** The one that {@code run} names; skips the test where there is none. */
  static String interpreter() {
    Optional<String> named = Optional.ofNullable(System.getProperty("kvproof.kvcr.python"));
    assumeTrue(named.isPresent(), "skipped: -Dkvproof.kvcr.python names no Python with KVCR");
    return named.orElseThrow();
  }

  /** Tests run in the folder of their module, or in one above it. */
  private static Path folder() {
    Path top = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(top.resolve("peers/kvcr"))) {
      top = top.getParent();
    }
    return top.resolve("peers/kvcr");
  }

  private void listen() {
    try (var reader = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      reader.lines().forEach(answers::add);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private JsonNode line() throws Exception {
    String line = answers.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertThat(line).as("an answer of %s", process.info().commandLine()).isNotNull();
    return JSON.readTree(line);
  }

  /** The line that it said at first. */
  JsonNode ready() {
    return ready;
  }

  /** The answer to a command; one that went wrong there fails here. */
  JsonNode ask(String command, Map<String, Object> arguments) throws Exception {
    JsonNode answer = attempt(command, arguments);
    assertThat(answer.has("error")).as("%s %s: %s", command, arguments, answer).isFalse();
    return answer;
  }

  /** The answer to a command, an {@code error} included. */
  JsonNode attempt(String command, Map<String, Object> arguments) throws Exception {
    Map<String, Object> all = new LinkedHashMap<>(arguments);
    all.put("do", command);
    commands.write(JSON.writeValueAsString(all) + "\n");
    commands.flush();
    return line();
  }

  /** As a crash ends it. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    assertThat(process.waitFor(Duration.ofSeconds(PATIENCE_SECONDS))).isTrue();
  }

  /** Its input ends, and so must it. */
  @Override
  public void close() throws IOException {
    if (!process.isAlive()) {
      return;
    }
    try {
      commands.close();
      assertThat(process.waitFor(Duration.ofSeconds(PATIENCE_SECONDS))).isTrue();
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
    }
  }
}
