package kvproof.gpu;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Writes the fields of {@link NixlMetadata}, right or wrong. */
final class MetadataBytes {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  MetadataBytes text(String text) {
    bytes.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
    return this;
  }

  MetadataBytes field(String tag, byte[] value) {
    text(tag);
    bytes.writeBytes(little(value.length));
    bytes.writeBytes(value);
    return text("|");
  }

  MetadataBytes field(String tag, long number) {
    return field(tag, little(number));
  }

  private static byte[] little(long number) {
    return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(number).array();
  }

  byte[] toArray() {
    return bytes.toByteArray();
  }
}
