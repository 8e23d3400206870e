package kvproof.events.routerevent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import kvproof.events.msgpack.MsgpackReader;
import kvproof.events.msgpack.MsgpackValue;
import kvproof.events.msgpack.MsgpackValue.Bool;
import kvproof.events.msgpack.MsgpackValue.Entry;
import kvproof.events.msgpack.MsgpackValue.Int;
import kvproof.events.msgpack.MsgpackValue.Mapping;
import kvproof.events.msgpack.MsgpackValue.Nil;
import kvproof.events.msgpack.MsgpackValue.Opaque;
import kvproof.events.msgpack.MsgpackValue.Real;
import kvproof.events.msgpack.MsgpackValue.Sequence;
import kvproof.events.msgpack.MsgpackValue.Text;
import kvproof.events.msgpack.MsgpackWriter;
import kvproof.events.msgpack.NotMsgpackException;

/** A document as MessagePack with field names, so that both encodings share one reader. */
final class MsgpackDocument {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private MsgpackDocument() {}

  static byte[] write(JsonNode document) {
    return MsgpackWriter.bytes(value(document));
  }

  /** What a router event is made of: no fractions, no bytes. */
  private static MsgpackValue value(JsonNode node) {
    return switch (node.getNodeType()) {
      case NULL -> MsgpackValue.nil();
      case STRING -> new Text(node.textValue());
      case NUMBER -> MsgpackValue.integer(node.bigIntegerValue());
      case ARRAY -> {
        List<MsgpackValue> items = new ArrayList<>();
        node.forEach(item -> items.add(value(item)));
        yield new Sequence(items);
      }
      case OBJECT -> {
        List<Entry> entries = new ArrayList<>();
        node.properties()
            .forEach(
                field -> entries.add(MsgpackValue.entry(field.getKey(), value(field.getValue()))));
        yield new Mapping(entries);
      }
      case BOOLEAN, BINARY, MISSING, POJO ->
          throw new AssertionError("no part of a router event: " + node);
    };
  }

  static JsonNode read(byte[] bytes) throws MalformedRouterEventException {
    try {
      return node(MsgpackReader.first(bytes));
    } catch (NotMsgpackException notMsgpack) {
      throw new MalformedRouterEventException(
          "unreadable router event: " + notMsgpack.getMessage(), notMsgpack);
    }
  }

  private static JsonNode node(MsgpackValue value) throws MalformedRouterEventException {
    return switch (value) {
      case Nil _ -> NODES.nullNode();
      case Bool(boolean truth) -> NODES.booleanNode(truth);
      case Int number -> NODES.numberNode(number.value());
      case Real(double number) -> NODES.numberNode(number);
      case Text(String text) -> NODES.textNode(text);
      case Opaque _ -> NODES.binaryNode(new byte[0]);
      case Sequence(var items) -> {
        ArrayNode array = NODES.arrayNode();
        for (MsgpackValue item : items) {
          array.add(node(item));
        }
        yield array;
      }
      case Mapping(var entries) -> object(entries);
    };
  }

  /** A key that is no text names no field; a field that is there twice is ambiguous. */
  private static ObjectNode object(List<Entry> entries) throws MalformedRouterEventException {
    ObjectNode object = NODES.objectNode();
    for (Entry entry : entries) {
      if (entry.key() instanceof Text(String name)
          && object.putIfAbsent(name, node(entry.value())) != null) {
        throw new MalformedRouterEventException("the field '" + name + "' twice");
      }
    }
    return object;
  }
}
