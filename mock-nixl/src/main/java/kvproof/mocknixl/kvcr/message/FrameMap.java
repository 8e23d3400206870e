package kvproof.mocknixl.kvcr.message;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kvproof.model.transfer.AgentMetadata;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePacker;
import org.msgpack.value.Value;
import org.msgpack.value.ValueFactory;

/** A map under construction: fields in the order in which they are put. */
final class FrameMap {
  private final List<Value> namesAndValues = new ArrayList<>();

  /** The first field says what the map is. */
  static FrameMap ofType(String type) {
    return new FrameMap().put(Field.TYPE, type);
  }

  FrameMap put(String name, Value value) {
    namesAndValues.add(ValueFactory.newString(name));
    namesAndValues.add(value);
    return this;
  }

  FrameMap put(String name, String text) {
    return put(name, ValueFactory.newString(text));
  }

  /** Left out if it is absent. */
  FrameMap put(String name, Optional<String> text) {
    text.ifPresent(present -> put(name, present));
    return this;
  }

  FrameMap putOrNil(String name, Optional<String> text) {
    return put(name, text.<Value>map(ValueFactory::newString).orElse(ValueFactory.newNil()));
  }

  FrameMap put(String name, long number) {
    return put(name, ValueFactory.newInteger(number));
  }

  FrameMap put(String name, boolean flag) {
    return put(name, ValueFactory.newBoolean(flag));
  }

  FrameMap put(Envelope envelope) {
    return put(Field.AGENT, envelope.agent())
        .put(Field.INCARNATION, envelope.incarnation())
        .put(Field.SENDER_ENDPOINT, envelope.senderEndpoint())
        .put(Field.SOURCE_ENDPOINT, envelope.sourceEndpoint());
  }

  /** Throws {@link IllegalArgumentException} for one that cannot be read: nobody can write it. */
  FrameMap put(Introduction introduction) {
    return switch (introduction) {
      case Introduction.Absent _ -> this;
      case Introduction.Given(AgentMetadata metadata, Catalogue catalogue) ->
          put(Field.METADATA, ValueFactory.newBinary(metadata.toBytes(), true))
              .put(Field.REGIONS, CatalogueEncoder.catalogue(catalogue));
      case Introduction.Unreadable(String why) ->
          throw new IllegalArgumentException("cannot be written: " + why);
    };
  }

  Value toValue() {
    return ValueFactory.newMap(namesAndValues.toArray(Value[]::new), true);
  }

  byte[] toBytes(byte[] prefix) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(prefix);
    try (MessagePacker packer = MessagePack.newDefaultPacker(bytes)) {
      packer.packValue(toValue());
    } catch (IOException impossible) {
      throw new UncheckedIOException("writing to memory", impossible);
    }
    return bytes.toByteArray();
  }
}
