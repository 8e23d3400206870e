package kvproof.mocknixl.kvcr;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import kvproof.model.KvHintAction;

/**
 * Reads a router's hint as KVCR does: strict about its shape, lenient about versions, blind to
 * fields that it does not know.
 *
 * <p>Only the first {@code kv.fetch} counts. For one thread.
 */
public final class FetchHintReader {
  private static final String PROTOCOL_VERSION = "0.1";
  private static final int HASH_BITS = 64;

  private final Map<Version, String> warnings = new EnumMap<>(Version.class);

  private enum Version {
    PROTOCOL,
    ACTION
  }

  /** The hint, or why it is refused. The checks run in KVCR's order, so the first one names it. */
  public HintReading read(JsonNode hint) {
    if (!hint.isObject()) {
      return invalid("the hint is " + shown(hint));
    }
    compare(Version.PROTOCOL, PROTOCOL_VERSION, hint.path("protocol_version"));
    JsonNode actions = hint.path("actions");
    if (!actions.isArray()) {
      return invalid("actions is " + shown(actions));
    }
    JsonNode fetch = firstFetch(actions);
    if (fetch.isMissingNode()) {
      return invalid("no action is a " + KvHintAction.Fetch.ACTION_TYPE);
    }
    compare(Version.ACTION, KvHintAction.Fetch.ACTION_VERSION, fetch.path("action_version"));
    JsonNode payload = fetch.path("payload");
    return payload.isObject() ? readPayload(payload) : invalid("payload is " + shown(payload));
  }

  private static JsonNode firstFetch(JsonNode actions) {
    return StreamSupport.stream(actions.spliterator(), false)
        .filter(action -> isText(KvHintAction.Fetch.ACTION_TYPE, action.path("action_type")))
        .findFirst()
        .orElse(MissingNode.getInstance());
  }

  private static HintReading readPayload(JsonNode payload) {
    JsonNode mode = payload.path("mode");
    JsonNode source = payload.path("source_control_endpoint");
    JsonNode hashes = payload.path("block_hashes");
    if (payload.has("no_retain")) {
      return refused(HintReading.Reason.NO_RETAIN, "no_retain is " + payload.get("no_retain"));
    }
    if (!mode.isMissingNode() && !isText("copy", mode)) {
      return refused(HintReading.Reason.NOT_A_COPY, "mode is " + mode);
    }
    if (source.isMissingNode() || source.isNull()) {
      return refused(HintReading.Reason.NO_SOURCE, "source_control_endpoint is " + shown(source));
    }
    if (!source.isTextual() || source.textValue().isEmpty()) {
      return invalid("source_control_endpoint is " + source);
    }
    if (!hashes.isArray()) {
      return invalid("block_hashes is " + shown(hashes));
    }
    return readHashes(source.textValue(), hashes);
  }

  private static HintReading readHashes(String source, JsonNode elements) {
    TreeSet<Long> hashes = new TreeSet<>();
    for (JsonNode element : elements) {
      if (!isHash(element)) {
        return invalid("a block hash is " + element);
      }
      hashes.add(element.bigIntegerValue().longValue());
    }
    return hashes.isEmpty()
        ? invalid("block_hashes is empty")
        : new HintReading.Accepted(new FetchHint(source, hashes));
  }

  private static boolean isHash(JsonNode element) {
    return element.isIntegralNumber()
        && element.bigIntegerValue().signum() >= 0
        && element.bigIntegerValue().bitLength() <= HASH_BITS;
  }

  /** A version that is not ours is worth one warning, and no more. */
  private void compare(Version version, String supported, JsonNode received) {
    if (!isText(supported, received)) {
      warnings.putIfAbsent(
          version,
          "%s version of a hint is %s, read as %s"
              .formatted(
                  version == Version.PROTOCOL ? "protocol" : "action", shown(received), supported));
    }
  }

  /** What this reader has warned of: each kind of foreign version once, in words. */
  public List<String> warnings() {
    return List.copyOf(warnings.values());
  }

  private static boolean isText(String expected, JsonNode value) {
    return value.isTextual() && value.textValue().equals(expected);
  }

  private static String shown(JsonNode value) {
    return value.isMissingNode() ? "missing" : value.toString();
  }

  private static HintReading invalid(String value) {
    return refused(HintReading.Reason.INVALID, value);
  }

  private static HintReading refused(HintReading.Reason reason, String value) {
    return new HintReading.Refused(reason, value);
  }
}
