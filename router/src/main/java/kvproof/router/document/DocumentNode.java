package kvproof.router.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.List;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * One value inside a document, and the way to it from the root.
 *
 * <p>Values are taken as they are written: a text is no number, 1 is no flag and 2.0 no count.
 *
 * @param path such as {@code models.large.policy_classes[2].quantum}; empty: the whole document
 */
public record DocumentNode(String path, JsonNode value) {
  private static final int SHOWN_CHARACTERS = 60;

  /** A field of an object. */
  public record Field(String name, DocumentNode value) {}

  /** This object, if every key of it is {@code known}. */
  public DocumentNode object(Collection<String> known) {
    for (Field field : fields()) {
      if (!known.contains(field.name())) {
        throw new DocumentException(
            "unknown key '"
                + field.value().path()
                + "', expected "
                + KnownKeys.nearest(field.name(), known));
      }
    }
    return this;
  }

  /** The fields of this object, in the order in which they are written. */
  public List<Field> fields() {
    check(JsonNode::isObject, "a mapping");
    return value.properties().stream().map(this::field).toList();
  }

  private Field field(Entry<String, JsonNode> property) {
    return new Field(
        property.getKey(), new DocumentNode(pathOf(property.getKey()), property.getValue()));
  }

  private String pathOf(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  /** The field of that name; absent: it is left out, or null. */
  public Optional<DocumentNode> find(String name) {
    return findOrNull(name).filter(found -> !found.value.isNull());
  }

  /** The field of that name, which may be null; absent: it is left out. */
  public Optional<DocumentNode> findOrNull(String name) {
    return Optional.ofNullable(value.get(name)).map(found -> new DocumentNode(pathOf(name), found));
  }

  /** The field of that name, which must be there. */
  public DocumentNode require(String name) {
    return find(name).orElseThrow(() -> new DocumentException("'" + pathOf(name) + "' is missing"));
  }

  public List<DocumentNode> elements() {
    check(JsonNode::isArray, "a list");
    return IntStream.range(0, value.size())
        .mapToObj(i -> new DocumentNode(path + "[" + i + "]", value.get(i)))
        .toList();
  }

  public String text() {
    check(JsonNode::isTextual, "a text");
    return value.textValue();
  }

  public boolean flag() {
    check(JsonNode::isBoolean, "true or false");
    return value.booleanValue();
  }

  /** A number with or without a fraction; NaN and the infinities are numbers here. */
  public double real() {
    check(JsonNode::isNumber, "a number");
    return value.doubleValue();
  }

  /** A whole number from 0, written without a fraction. */
  public long count() {
    check(
        node -> node.isIntegralNumber() && node.canConvertToLong() && node.longValue() >= 0,
        "a whole number from 0");
    return value.longValue();
  }

  private void check(Predicate<JsonNode> rule, String expected) {
    if (!rule.test(value)) {
      throw new DocumentException(
          (path.isEmpty() ? "the document" : "'" + path + "'")
              + " is "
              + shown(value.toString())
              + ", expected "
              + expected);
    }
  }

  private static String shown(String text) {
    if (text.isEmpty()) {
      return "empty";
    }
    return text.length() <= SHOWN_CHARACTERS
        ? text
        : text.substring(0, SHOWN_CHARACTERS) + "... (" + text.length() + " characters)";
  }
}
