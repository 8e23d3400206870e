package kvproof.mocknixl.kvcr.python;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** One real KVCR service in a process of its own ({@code node.py}), spoken to in JSON lines. */
final class PythonKvcr implements AutoCloseable {
  private static final HexFormat HEX = HexFormat.of();

  private final PythonProcess process;

  /** What one block of a fetch came to. */
  record Entry(boolean success, Optional<byte[]> bytes) {}

  private PythonKvcr(PythonProcess process) {
    this.process = process;
  }

  /** Options are those of {@code node.py}, beside name and bytes of a block. */
  static PythonKvcr start(String name, int blockBytes, Map<String, Object> options)
      throws Exception {
    Map<String, Object> all = new LinkedHashMap<>(options);
    all.put("name", name);
    all.put("block_bytes", blockBytes);
    return new PythonKvcr(new PythonProcess("node.py", all));
  }

  String endpoint() {
    return process.ready().get("endpoint").asText();
  }

  int port() {
    return Integer.parseInt(endpoint().substring(endpoint().lastIndexOf(':') + 1));
  }

  JsonNode ask(String command, Map<String, Object> arguments) throws Exception {
    return process.ask(command, arguments);
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
    JsonNode result = await(ask("fetch", Map.of("blocks", names(blocks), "request", request)));
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
        ask("wait", Map.of("operation", handle, "seconds", PythonProcess.PATIENCE_SECONDS / 2))
            .get("result");
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
    return ask("trace", Map.of())
        .get("trace")
        .valueStream()
        .filter(entry -> entry.get(0).asText().startsWith("notification"))
        .map(entry -> HEX.parseHex(entry.get(2).asText()))
        .toList();
  }

  /** As a crash ends it. */
  void kill() throws InterruptedException {
    process.kill();
  }

  @Override
  public void close() throws IOException {
    process.close();
  }
}
