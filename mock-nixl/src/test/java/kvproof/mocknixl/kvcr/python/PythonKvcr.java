package kvproof.mocknixl.kvcr.python;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import kvproof.mocknixl.kvcr.message.KvcrCodec;
import kvproof.mocknixl.kvcr.message.KvcrFrame;
import kvproof.mocknixl.worker.BlockContent;
import kvproof.mocknixl.worker.ContentFinding;
import org.awaitility.Awaitility;

/** One real KVCR service in a process of its own ({@code node.py}), spoken to in JSON lines. */
final class PythonKvcr implements FetchInterop.Source, FetchInterop.Target {
  private static final HexFormat HEX = HexFormat.of();

  private final PythonProcess process;
  private final BlockContent content;

  /** What has passed and was not looked at, as {@code recording.py} has it. */
  private final List<JsonNode> trace = new ArrayList<>();

  private PythonKvcr(PythonProcess process, int blockBytes) {
    this.process = process;
    this.content = new BlockContent(blockBytes);
  }

  /** Options are those of {@code node.py}, beside name and bytes of a block. */
  static PythonKvcr start(String name, int blockBytes, Map<String, Object> options)
      throws Exception {
    Map<String, Object> all = new LinkedHashMap<>(options);
    all.put("name", name);
    all.put("block_bytes", blockBytes);
    return new PythonKvcr(new PythonProcess("node.py", all), blockBytes);
  }

  @Override
  public String endpoint() {
    return process.ready().get("endpoint").asText();
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
  @Override
  public void hold(List<Long> blocks) throws Exception {
    Map<String, Object> places = new LinkedHashMap<>();
    for (int element = 0; element < blocks.size(); element++) {
      ask("fill", Map.of("block", name(blocks.get(element)), "element", element));
      places.put(name(blocks.get(element)), place(element));
    }
    deposit(places);
  }

  @Override
  public void holdForeign(long key, long bytesOf) throws Exception {
    ask("fill", Map.of("block", name(bytesOf), "element", 0));
    deposit(Map.of(name(key), place(0)));
  }

  private void deposit(Map<String, Object> places) throws Exception {
    JsonNode result = await(ask("deposit", Map.of("blocks", places)));
    assertThat(result).allSatisfy(entry -> assertThat(isSuccess(entry)).isTrue());
  }

  private static List<List<Object>> place(int element) {
    return List.of(List.of("", element));
  }

  @Override
  public void hint(String source, List<Long> blocks, String request) throws Exception {
    ask("hint", Map.of("source", source, "blocks", names(blocks), "request", request));
  }

  /** Into the service's own memory; the claims are given back at once, the bytes read before. */
  @Override
  public FetchInterop.Fetched fetchBlocks(List<Long> blocks, String request) throws Exception {
    notifications();
    JsonNode result = await(ask("fetch", Map.of("blocks", names(blocks), "request", request)));
    Map<Long, ContentFinding> delivered = new LinkedHashMap<>();
    for (long block : blocks) {
      JsonNode entry = result.get(name(block));
      if (isSuccess(entry)) {
        delivered.put(block, content.check(block, ByteBuffer.wrap(read(entry))));
      }
    }
    return new FetchInterop.Fetched(delivered, List.of(), wasRefused());
  }

  private byte[] read(JsonNode entry) throws Exception {
    int element = entry.get("places").get(0).get(1).asInt();
    JsonNode read = ask("read", Map.of("memory", "owned", "element", element));
    ask("release", Map.of("handles", List.of(entry.get("release").asLong())));
    return Base64.getDecoder().decode(read.get("base64").asText());
  }

  private boolean wasRefused() throws Exception {
    List<byte[]> frames = passed("control-in");
    return frames.stream()
        .anyMatch(
            frame ->
                KvcrCodec.decode(frame)
                    .filter(KvcrFrame.WriteRefused.class::isInstance)
                    .isPresent());
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

  private JsonNode hintState(String request) throws Exception {
    return state().get("hints").get(request);
  }

  @Override
  public boolean isHintFailed(String request) throws Exception {
    return hintState(request).get("failed").asBoolean();
  }

  @Override
  public boolean isMissing(String request, long block) throws Exception {
    return hintState(request)
        .get("missing")
        .valueStream()
        .anyMatch(missing -> missing.asText().equals(name(block)));
  }

  /** It may come behind the blocks. */
  @Override
  public void awaitAcknowledgement() {
    Awaitility.await().until(() -> state().get("acknowledged").size() == 1);
  }

  JsonNode state() throws Exception {
    return ask("state", Map.of());
  }

  /** How Python reads a control frame: bytes come as hex. */
  JsonNode reads(byte[] frame) throws Exception {
    return ask("decode", Map.of("control", HEX.formatHex(frame))).get("frame");
  }

  /** Notifications since the last look or the last fetch's beginning, sent and received. */
  List<byte[]> notifications() throws Exception {
    List<byte[]> notifications = passed("notification");
    trace.clear();
    return notifications;
  }

  private List<byte[]> passed(String kind) throws Exception {
    ask("trace", Map.of()).get("trace").valueStream().forEach(trace::add);
    return trace.stream()
        .filter(entry -> entry.get(0).asText().startsWith(kind))
        .map(entry -> HEX.parseHex(entry.get(2).asText()))
        .toList();
  }

  /** As a crash ends it. */
  @Override
  public void kill() throws InterruptedException {
    process.kill();
  }

  @Override
  public void close() throws IOException {
    process.close();
  }
}
