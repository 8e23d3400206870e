package kvproof.soak.fetch;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The source's report that travels behind the bytes: which wanted blocks it has written.
 *
 * @param completed indices into the request's list
 */
record WriteDone(List<Integer> completed) {
  /* Big-endian: the number of indices, then the indices, four bytes each. */

  WriteDone {
    completed = List.copyOf(completed);
  }

  byte[] toBytes() {
    ByteBuffer bytes = ByteBuffer.allocate((1 + completed.size()) * Integer.BYTES);
    bytes.putInt(completed.size());
    completed.forEach(bytes::putInt);
    return bytes.array();
  }

  /** Throws {@link IllegalArgumentException} unless it is exactly what {@link #toBytes} makes. */
  static WriteDone parse(byte[] payload) {
    ByteBuffer bytes = ByteBuffer.wrap(payload);
    if (payload.length < Integer.BYTES || payload.length != (1L + bytes.getInt()) * Integer.BYTES) {
      throw new IllegalArgumentException("not a report: " + payload.length + " bytes");
    }
    List<Integer> completed = new ArrayList<>();
    while (bytes.hasRemaining()) {
      completed.add(bytes.getInt());
    }
    return new WriteDone(completed);
  }
}
