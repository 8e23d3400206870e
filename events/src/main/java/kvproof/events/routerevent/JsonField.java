package kvproof.events.routerevent;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One value of a document, and the way to it from the root, which is put together for a message.
 *
 * @param parent null: this is the root
 * @param step name or index behind the parent; of the root: what the document is
 */
record JsonField(@Nullable JsonField parent, String step, JsonNode value) {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();
  private static final int SHOWN_CHARACTERS = 60;

  static JsonField parse(String json, String what) throws MalformedRouterEventException {
    try {
      return root(JSON.readTree(json), what);
    } catch (JsonProcessingException notJson) {
      throw new MalformedRouterEventException(
          "unreadable " + what + ": " + notJson.getOriginalMessage(), notJson);
    }
  }

  static JsonField root(JsonNode value, String what) {
    return new JsonField(null, what, value);
  }

  /** Absent where the field is missing or null. */
  Optional<JsonField> optional(String name) throws MalformedRouterEventException {
    return has(name) && !required(name).value.isNull()
        ? Optional.of(required(name))
        : Optional.empty();
  }

  boolean has(String name) throws MalformedRouterEventException {
    checkObject();
    return value.has(name);
  }

  JsonField required(String name) throws MalformedRouterEventException {
    checkObject();
    JsonNode field = value.get(name);
    if (field == null) {
      throw new MalformedRouterEventException(path() + "." + name + " is missing");
    }
    return new JsonField(this, "." + name, field);
  }

  private void checkObject() throws MalformedRouterEventException {
    if (!value.isObject()) {
      throw not("an object");
    }
  }

  List<JsonField> elements() throws MalformedRouterEventException {
    if (!value.isArray()) {
      throw not("an array");
    }
    List<JsonField> elements = new ArrayList<>();
    for (int i = 0; i < value.size(); i++) {
      elements.add(new JsonField(this, "[" + i + "]", value.get(i)));
    }
    return elements;
  }

  /** The names of an object's fields, in the order of the document. */
  List<String> names() throws MalformedRouterEventException {
    checkObject();
    return value.properties().stream().map(Map.Entry::getKey).toList();
  }

  String text() throws MalformedRouterEventException {
    if (!value.isTextual()) {
      throw not("a text");
    }
    return value.textValue();
  }

  long unsigned64() throws MalformedRouterEventException {
    return unsigned(Long.SIZE);
  }

  int unsigned32() throws MalformedRouterEventException {
    return (int) unsigned(Integer.SIZE);
  }

  long unsigned(int bits) throws MalformedRouterEventException {
    if (!value.isIntegralNumber()
        || value.bigIntegerValue().signum() < 0
        || value.bigIntegerValue().bitLength() > bits) {
      throw not("an unsigned " + bits + "-bit integer");
    }
    return value.bigIntegerValue().longValue();
  }

  OptionalLong optionalUnsigned(String name, int bits) throws MalformedRouterEventException {
    Optional<JsonField> field = optional(name);
    return field.isPresent() ? OptionalLong.of(field.get().unsigned(bits)) : OptionalLong.empty();
  }

  MalformedRouterEventException not(String expected) {
    String shown = value.toString();
    return new MalformedRouterEventException(
        path()
            + " is "
            + (shown.length() <= SHOWN_CHARACTERS
                ? shown
                : shown.substring(0, SHOWN_CHARACTERS) + "... (" + shown.length() + " characters)")
            + ", expected "
            + expected);
  }

  private String path() {
    return parent == null ? step : parent.path() + step;
  }
}
