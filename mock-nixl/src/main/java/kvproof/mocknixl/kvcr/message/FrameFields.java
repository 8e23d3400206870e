package kvproof.mocknixl.kvcr.message;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.msgpack.value.Value;

/** The fields of one map by name, each read as the type that it must have. */
record FrameFields(Map<String, Value> values) {

  static FrameFields of(Value map) {
    return new FrameFields(MapReader.byName(map));
  }

  Optional<Value> value(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /** Absent: missing, or anything but text, which may be empty. */
  Optional<String> text(String name) {
    return value(name).filter(Value::isStringValue).map(value -> value.asStringValue().asString());
  }

  Optional<String> nonEmptyText(String name) {
    return text(name).filter(text -> !text.isEmpty());
  }

  boolean isMissingOrNil(String name) {
    return value(name).map(Value::isNilValue).orElse(true);
  }

  /** Absent: missing, or no integer of 64 bits with sign; true and false are none. */
  OptionalLong integer(String name) {
    return value(name).map(FrameFields::integer).orElse(OptionalLong.empty());
  }

  static OptionalLong integer(Value value) {
    return value.isIntegerValue() && value.asIntegerValue().isInLongRange()
        ? OptionalLong.of(value.asIntegerValue().toLong())
        : OptionalLong.empty();
  }

  Optional<byte[]> bytes(String name) {
    return value(name)
        .filter(Value::isBinaryValue)
        .map(value -> value.asBinaryValue().asByteArray());
  }

  Optional<List<Value>> items(String name) {
    return value(name).filter(Value::isArrayValue).map(value -> value.asArrayValue().list());
  }

  Optional<Boolean> flag(String name) {
    return value(name)
        .filter(Value::isBooleanValue)
        .map(value -> value.asBooleanValue().getBoolean());
  }
}
