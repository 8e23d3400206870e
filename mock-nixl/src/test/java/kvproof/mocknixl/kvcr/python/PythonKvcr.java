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
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** One real KVCR service in a process of its own ({@code node.py}), spoken to in JSON lines. */
final class PythonKvcr implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;
  private static final HexFormat HEX = HexFormat.of();
  private static final ObjectMapper JSON = new JsonMapper();

  private final Process process;
  private final BufferedWriter commands;
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
  private final String endpoint;

  /** What one block of a fetch came to. */
  record Entry(boolean success, Optional<byte[]> bytes) {}

  private PythonKvcr(String python, Map<String, Object> options) throws Exception {
    Path program = folder().resolve("node.py");
    this.process =
        new ProcessBuilder(
                List.of(python, "-B", program.toString(), JSON.writeValueAsString(options)))
            .redirectError(Redirect.INHERIT)
            .start();
    this.commands = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), UTF_8));
    Thread.ofPlatform().daemon().start(this::listen);
    this.endpoint = line().get("endpoint").asText();
  }

  /** The interpreter that {@code run} names; skips the test where there is none. */
  static String interpreter() {
    Optional<String> named = Optional.ofNullable(System.getProperty("kvproof.kvcr.python"));
    assumeTrue(named.isPresent(), "skipped: -Dkvproof.kvcr.python names no Python with KVCR");
    return named.orElseThrow();
  }

  /** Options are those of {@code node.py}, beside name and bytes of a block. */
  static PythonKvcr start(String name, int blockBytes, Map<String, Object> options)
      throws Exception {
    Map<String, Object> all = new LinkedHashMap<>(options);
    all.put("name", name);
    all.put("block_bytes", blockBytes);
    return new PythonKvcr(interpreter(), all);
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

  String endpoint() {
    return endpoint;
  }

  int port() {
    return Integer.parseInt(endpoint.substring(endpoint.lastIndexOf(':') + 1));
  }

  /** The answer to a command; one that went wrong there fails here. */
  JsonNode ask(String command, Map<String, Object> arguments) throws Exception {
    Map<String, Object> all = new LinkedHashMap<>(arguments);
    all.put("do", command);
    commands.write(JSON.writeValueAsString(all) + "\n");
    commands.flush();
    JsonNode answer = line();
    assertThat(answer.has("error")).as("%s %s: %s", command, arguments, answer).isFalse();
    return answer;
  }

  static String name(long block) {
    return HEX.toHexDigits(block);
  }

  static List<String> names(List<Long> blocks) {
    return blocks.stream().map(PythonKvcr::name).toList();
  }

  /** The right bytes of these blocks into the node's own memory. */
  void hold(List<Long> blocks) throws Exception {
    Map<String, Object> places = new LinkedHashMap<>();
    for (int element = 0; element < blocks.size(); element++) {
      ask("fill", Map.of("block", name(blocks.get(element)), "element", element));
      places.put(name(blocks.get(element)), place(element));
    }
    deposit(places);
  }

  /** The bytes of one block under the key of another. */
  void holdForeign(long key, long content) throws Exception {
    ask("fill", Map.of("block", name(content), "element", 0));
    deposit(Map.of(name(key), place(0)));
  }

  private void deposit(Map<String, Object> places) throws Exception {
    JsonNode result = await(ask("deposit", Map.of("blocks", places)));
    assertThat(result).allSatisfy(entry -> assertThat(isSuccess(entry)).isTrue());
  }

  private static List<List<Object>> place(int element) {
    return List.of(List.of("", element));
  }

  void hint(String source, List<Long> blocks, String request) throws Exception {
    ask("hint", Map.of("source", source, "blocks", names(blocks), "request", request));
  }

  /** Into the node's own memory; the claims are given back at once, the bytes are read before. */
  Map<Long, Entry> fetch(List<Long> blocks, String request) throws Exception {
    JsonNode result =
        await(ask("fetch", Map.of("blocks", names(blocks), "request", request)));
    Map<Long, Entry> entries = new TreeMap<>(Long::compareUnsigned);
    for (long block : blocks) {
      entries.put(block, entry(result.get(name(block))));
    }
    return entries;
  }

  private Entry entry(JsonNode entry) throws Exception {
    if (!isSuccess(entry)) {
      return new Entry(false, Optional.empty());
    }
    int element = entry.get("places").get(0).get(1).asInt();
    JsonNode read = ask("read", Map.of("memory", "owned", "element", element));
    ask("release", Map.of("handles", List.of(entry.get("release").asLong())));
    return new Entry(true, Optional.of(Base64.getDecoder().decode(read.get("base64").asText())));
  }

  private static boolean isSuccess(JsonNode entry) {
    return entry.get("status").asText().equals("SUCCESS");
  }

  private JsonNode await(JsonNode operation) throws Exception {
    long handle = operation.get("operation").asLong();
    JsonNode result =
        ask("wait", Map.of("operation", handle, "seconds", PATIENCE_SECONDS / 2)).get("result");
    assertThat(result.isNull()).as("operation %d has not ended", handle).isFalse();
    return result;
  }

  /** What the hint of that request has come to. */
  JsonNode hintState(String request) throws Exception {
    return state().get("hints").get(request);
  }

  JsonNode state() throws Exception {
    return ask("state", Map.of());
  }

  /** How Python reads a control frame: bytes come as hex. */
  JsonNode reads(byte[] frame) throws Exception {
    return ask("decode", Map.of("control", HEX.formatHex(frame))).get("frame");
  }

  /** Notifications of this node since the last look, sent and received, as they passed. */
  List<byte[]> notifications() throws Exception {
    return ask("trace", Map.of()).get("trace").valueStream()
        .filter(entry -> entry.get(0).asText().startsWith("notification"))
        .map(entry -> HEX.parseHex(entry.get(2).asText()))
        .toList();
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
