package kvproof.mocknixl.kvcr.message;

import java.util.List;
import java.util.Optional;
import org.msgpack.value.Value;

/** Reads the body of a {@code start_write}; absent as soon as one field is not as it must be. */
final class WriteOrderDecoder {
  private static final String NOBODY = "";

  private WriteOrderDecoder() {}

  static Optional<WriteOrder> order(FrameFields frame) {
    try {
      return Optional.of(
          new WriteOrder(
              remainingMillis(frame),
              items(frame, Field.KEYS).stream().map(WriteOrderDecoder::key).toList(),
              items(frame, Field.DESTINATIONS).stream().map(WriteOrderDecoder::parts).toList(),
              expectedSource(frame),
              isSubsetAllowed(frame)));
    } catch (IllegalArgumentException unusable) {
      return Optional.empty();
    }
  }

  private static double remainingMillis(FrameFields frame) {
    return frame
        .value(Field.REMAINING)
        .filter(Value::isNumberValue)
        .orElseThrow(() -> unusable(Field.REMAINING))
        .asNumberValue()
        .toDouble();
  }

  private static List<Value> items(FrameFields frame, String name) {
    return frame.items(name).orElseThrow(() -> unusable(name));
  }

  private static BlockKey key(Value value) {
    if (!value.isBinaryValue()) {
      throw unusable(Field.KEYS);
    }
    return BlockKey.of(value.asBinaryValue().asByteArray());
  }

  private static List<Reference> parts(Value value) {
    if (!value.isArrayValue()) {
      throw unusable(Field.DESTINATIONS);
    }
    return value.asArrayValue().list().stream().map(WriteOrderDecoder::reference).toList();
  }

  private static Reference reference(Value value) {
    if (!value.isMapValue()) {
      throw unusable(Field.DESTINATIONS);
    }
    FrameFields reference = FrameFields.of(value);
    return new Reference(
        reference.text(Field.END_POINT_NAME).orElseThrow(() -> unusable(Field.END_POINT_NAME)),
        reference.integer(Field.ELEMENT_INDEX).orElseThrow(() -> unusable(Field.ELEMENT_INDEX)),
        reference.value(Field.LABEL).isEmpty()
            ? ""
            : reference.text(Field.LABEL).orElseThrow(() -> unusable(Field.LABEL)),
        reference.value(Field.FRAMEWORK).isEmpty()
            || reference.flag(Field.FRAMEWORK).orElseThrow(() -> unusable(Field.FRAMEWORK)));
  }

  private static Optional<String> expectedSource(FrameFields frame) {
    return frame.isMissingOrNil(Field.SOURCE_INCARNATION)
        ? Optional.empty()
        : Optional.of(frame.text(Field.SOURCE_INCARNATION).orElse(NOBODY));
  }

  private static boolean isSubsetAllowed(FrameFields frame) {
    return frame.value(Field.LAYOUT_SUBSET).isPresent()
        && frame.flag(Field.LAYOUT_SUBSET).orElseThrow(() -> unusable(Field.LAYOUT_SUBSET));
  }

  private static IllegalArgumentException unusable(String field) {
    return new IllegalArgumentException("unusable " + field);
  }
}
