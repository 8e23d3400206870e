package kvproof.router.document;

import static com.fasterxml.jackson.core.JsonToken.END_ARRAY;
import static com.fasterxml.jackson.core.JsonToken.END_OBJECT;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.util.Locale;

/**
 * The tree of one YAML document, token by token.
 *
 * <p>Jackson's own tree reader knows no {@code .inf} and {@code .nan}, and takes an alias for the
 * text of its name.
 */
final class YamlTree {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final YAMLParser parser;

  YamlTree(YAMLParser parser) {
    this.parser = parser;
  }

  /** The only document; missing: the text has none. */
  JsonNode read() throws IOException {
    JsonToken first = parser.nextToken();
    if (first == null) {
      return NODES.missingNode();
    }
    JsonNode root = value(first);
    if (parser.nextToken() != null) {
      throw new DocumentException(
          "a second document begins" + Documents.place(parser.currentTokenLocation()));
    }
    return root;
  }

  private JsonNode value(JsonToken token) throws IOException {
    if (parser.isCurrentAlias()) {
      throw new DocumentException(
          "aliases are not read: *"
              + parser.getText()
              + Documents.place(parser.currentTokenLocation()));
    }
    return switch (token) {
      case START_OBJECT -> mapping();
      case START_ARRAY -> list();
      case VALUE_STRING -> NODES.textNode(parser.getText());
      case VALUE_TRUE -> NODES.booleanNode(true);
      case VALUE_FALSE -> NODES.booleanNode(false);
      case VALUE_NUMBER_INT -> NODES.numberNode(parser.getBigIntegerValue());
      case VALUE_NUMBER_FLOAT -> NODES.numberNode(real(parser.getText()));
      default -> NODES.nullNode();
    };
  }

  private ObjectNode mapping() throws IOException {
    ObjectNode mapping = NODES.objectNode();
    while (parser.nextToken() != END_OBJECT) {
      String key = parser.currentName();
      mapping.set(key, value(parser.nextToken()));
    }
    return mapping;
  }

  private ArrayNode list() throws IOException {
    ArrayNode list = NODES.arrayNode();
    for (JsonToken next = parser.nextToken(); next != END_ARRAY; next = parser.nextToken()) {
      list.add(value(next));
    }
    return list;
  }

  private double real(String written) throws IOException {
    return switch (written.toLowerCase(Locale.ROOT)) {
      case ".inf", "+.inf" -> Double.POSITIVE_INFINITY;
      case "-.inf" -> Double.NEGATIVE_INFINITY;
      case ".nan" -> Double.NaN;
      default -> parser.getDoubleValue();
    };
  }
}
