package kvproof.mocknixl.kvcr.message;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePackException;
import org.msgpack.core.MessageUnpacker;
import org.msgpack.value.Value;
import org.msgpack.value.ValueFactory;

/**
 * Reads bytes as one msgpack map by field name; where a name occurs twice the last one stands.
 *
 * <p>What a header promises is checked against what is there before room is made for it, and so is
 * the depth: no few bytes take much memory or stack.
 */
final class MapReader {
  private static final int MOST_LEVELS = 16;

  private final MessageUnpacker unpacker;
  private final int sizeBytes;

  private MapReader(MessageUnpacker unpacker, int sizeBytes) {
    this.unpacker = unpacker;
    this.sizeBytes = sizeBytes;
  }

  /** Absent unless the bytes are exactly one map. */
  static Optional<Map<String, Value>> read(byte[] bytes) {
    try (MessageUnpacker unpacker = MessagePack.newDefaultUnpacker(bytes)) {
      MapReader reader = new MapReader(unpacker, bytes.length);
      if (bytes.length == 0 || !unpacker.getNextFormat().getValueType().isMapType()) {
        return Optional.empty();
      }
      Value value = reader.value(MOST_LEVELS);
      return unpacker.hasNext() ? Optional.empty() : Optional.of(byName(value));
    } catch (IOException | MessagePackException | Unreadable malformed) {
      return Optional.empty();
    }
  }

  /** Entries under anything but text are left out: no field has such a name. */
  static Map<String, Value> byName(Value map) {
    Map<String, Value> fields = new HashMap<>();
    map.asMapValue()
        .entrySet()
        .forEach(
            entry -> {
              if (entry.getKey().isStringValue()) {
                fields.put(entry.getKey().asStringValue().asString(), entry.getValue());
              }
            });
    return fields;
  }

  private Value value(int levelsLeft) throws IOException, Unreadable {
    return switch (unpacker.getNextFormat().getValueType()) {
      case ARRAY -> {
        Value[] items = values(room(unpacker.unpackArrayHeader(), levelsLeft), levelsLeft - 1);
        yield ValueFactory.newArray(items, true);
      }
      case MAP -> {
        int entries = room(unpacker.unpackMapHeader(), levelsLeft);
        yield ValueFactory.newMap(values(2 * entries, levelsLeft - 1), true);
      }
      case STRING -> {
        int size = room(unpacker.unpackRawStringHeader(), levelsLeft);
        Value text = ValueFactory.newString(unpacker.readPayload(size), true);
        text.asStringValue().asString(); // throws unless it is UTF-8
        yield text;
      }
      case BINARY -> {
        int size = room(unpacker.unpackBinaryHeader(), levelsLeft);
        yield ValueFactory.newBinary(unpacker.readPayload(size), true);
      }
      case NIL, BOOLEAN, INTEGER, FLOAT -> unpacker.unpackValue();
      case EXTENSION -> throw new Unreadable();
    };
  }

  private Value[] values(int count, int levelsLeft) throws IOException, Unreadable {
    Value[] values = new Value[count];
    for (int i = 0; i < count; i++) {
      values[i] = value(levelsLeft);
    }
    return values;
  }

  /** So many items or bytes take at least as many bytes, and have to be there. */
  private int room(int size, int levelsLeft) throws Unreadable {
    if (levelsLeft == 0 || size < 0 || size > sizeBytes - unpacker.getTotalReadBytes()) {
      throw new Unreadable();
    }
    return size;
  }

  private static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1;
  }
}
