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
    switch (unpacker.getNextFormat().getValueType()) {
      case ARRAY -> {
        Value[] items = new Value[room(unpacker.unpackArrayHeader(), levelsLeft)];
        for (int i = 0; i < items.length; i++) {
          items[i] = value(levelsLeft - 1);
        }
        return ValueFactory.newArray(items, false);
      }
      case MAP -> {
        int entries = room(unpacker.unpackMapHeader(), levelsLeft);
        Value[] keysAndValues = new Value[2 * entries];
        for (int i = 0; i < keysAndValues.length; i++) {
          keysAndValues[i] = value(levelsLeft - 1);
        }
        return ValueFactory.newMap(keysAndValues, false);
      }
      case STRING -> {
        byte[] text = unpacker.readPayload(room(unpacker.unpackRawStringHeader(), levelsLeft));
        Value string = ValueFactory.newString(text, false);
        string.asStringValue().asString(); // throws unless it is UTF-8
        return string;
      }
      case BINARY -> {
        int size = room(unpacker.unpackBinaryHeader(), levelsLeft);
        return ValueFactory.newBinary(unpacker.readPayload(size), false);
      }
      case NIL, BOOLEAN, INTEGER, FLOAT -> {
        return unpacker.unpackValue();
      }
      case EXTENSION -> throw new Unreadable();
    }
    throw new Unreadable();
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
