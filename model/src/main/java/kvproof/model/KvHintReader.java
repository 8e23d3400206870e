package kvproof.model;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One value inside the JSON of a hint, and the way to it from the root.
 *
 * @param path such as {@code actions[0].payload.block_hashes[3]}; empty: the hint
 */
record KvHintReader(String path, JsonNode value) {
  /** Reads numbers of an unknown payload digit for digit, and nothing ambiguous. */
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private static final int UNSIGNED_64_BITS = 64;
  private static final int SHOWN_CHARACTERS = 60;

  static KvHint read(String json) {
    var hint = new KvHintReader("", parse(json));
    hint.check(JsonNode::isObject, "an object");
    return new KvHint(
        hint.field(KvHintJson.PROTOCOL_VERSION).text(),
        hint.field(KvHintJson.MESSAGE_ID).text(),
        hint.field(KvHintJson.ACTIONS).elements().map(KvHintReader::action).toList());
  }

  private static JsonNode parse(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException notJson) {
      throw unreadable(place(notJson.getLocation()) + notJson.getOriginalMessage(), notJson);
    } catch (NumberFormatException hugeExponent) {
      throw unreadable(hugeExponent.getMessage(), hugeExponent);
    }
  }

  private static IllegalArgumentException unreadable(@Nullable String why, Exception cause) {
    return new IllegalArgumentException("unreadable hint: " + why, cause);
  }

  /** The parser's limits (depth, digits) are refused without a place. */
  private static String place(@Nullable JsonLocation location) {
    return location == null
        ? ""
        : "line " + location.getLineNr() + ", column " + location.getColumnNr() + ": ";
  }

  private KvHintAction action() {
    check(JsonNode::isObject, "an object");
    String actionId = field(KvHintJson.ACTION_ID).text();
    String actionType = field(KvHintJson.ACTION_TYPE).text();
    String actionVersion = field(KvHintJson.ACTION_VERSION).text();
    KvHintReader payload = field(KvHintJson.PAYLOAD);
    return KvHintAction.Fetch.isNamedBy(actionType, actionVersion)
        ? payload.fetch(actionId)
        : new KvHintAction.Unknown(actionId, actionType, actionVersion, payload.value);
  }

  private KvHintAction fetch(String actionId) {
    check(JsonNode::isObject, "an object");
    KvHintReader hashes = field(KvHintJson.BLOCK_HASHES);
    hashes.check(node -> node.isArray() && !node.isEmpty(), "an array of at least one hash");
    KvHintReader endpoint = field(KvHintJson.SOURCE_CONTROL_ENDPOINT);
    endpoint.check(node -> node.isTextual() && !node.textValue().isEmpty(), "a text, not empty");
    return new KvHintAction.Fetch(
        actionId,
        BlockHashes.of(hashes.elements().mapToLong(KvHintReader::hash).toArray()),
        endpoint.text());
  }

  /** Null is a value of the wrong type, and no absence. */
  private KvHintReader field(String name) {
    String fieldPath = path.isEmpty() ? name : path + "." + name;
    JsonNode fieldValue = value.get(name);
    if (fieldValue == null) {
      throw new IllegalArgumentException("malformed hint: " + fieldPath + " is missing");
    }
    return new KvHintReader(fieldPath, fieldValue);
  }

  private Stream<KvHintReader> elements() {
    check(JsonNode::isArray, "an array");
    return IntStream.range(0, value.size())
        .mapToObj(i -> new KvHintReader(path + "[" + i + "]", value.get(i)));
  }

  private String text() {
    check(JsonNode::isTextual, "a text");
    return value.textValue();
  }

  private long hash() {
    check(KvHintReader::isUnsigned64Bit, "an unsigned 64-bit integer");
    return value.bigIntegerValue().longValue();
  }

  private static boolean isUnsigned64Bit(JsonNode node) {
    return node.isIntegralNumber()
        && node.bigIntegerValue().signum() >= 0
        && node.bigIntegerValue().bitLength() <= UNSIGNED_64_BITS;
  }

  private void check(Predicate<JsonNode> rule, String expected) {
    if (!rule.test(value)) {
      throw new IllegalArgumentException(
          "malformed hint: "
              + (path.isEmpty() ? "the whole" : path)
              + " is "
              + (value.isMissingNode() ? "nothing" : shown(value.toString()))
              + ", expected "
              + expected);
    }
  }

  private static String shown(String text) {
    return text.length() <= SHOWN_CHARACTERS
        ? text
        : text.substring(0, SHOWN_CHARACTERS) + "... (" + text.length() + " characters)";
  }
}
