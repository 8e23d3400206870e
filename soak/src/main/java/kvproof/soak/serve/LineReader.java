package kvproof.soak.serve;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a stream into lines without ever holding one that is longer than allowed.
 *
 * <p>A line ends with a line feed or the end of the input; a carriage return before it belongs to
 * it and does no harm to JSON.
 */
final class LineReader {
  /** No line of the protocol is longer than 16 MiB. */
  static final int LONGEST_LINE_BYTES = 16 << 20;

  private final InputStream in;
  private final int longest;
  private final byte[] buffer = new byte[1 << 16];
  private int at;
  private int end;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private boolean tooLong;

  LineReader(InputStream in, int longest) {
    this.in = in;
    this.longest = longest;
  }

  /** The next line, or null at the end of the input. */
  byte @Nullable [] next() throws IOException {
    line.reset();
    tooLong = false;
    boolean any = false;
    while (at < end || fill()) {
      any = true;
      int lineFeed = indexOfLineFeed();
      keep(lineFeed - at);
      at = lineFeed;
      if (at < end) {
        at++;
        return line.toByteArray();
      }
    }
    return any ? line.toByteArray() : null;
  }

  /** Whether the last line was longer than allowed; what {@link #next} gave is its beginning. */
  boolean wasTooLong() {
    return tooLong;
  }

  private boolean fill() throws IOException {
    at = 0;
    end = Math.max(0, in.read(buffer));
    return end > 0;
  }

  private int indexOfLineFeed() {
    int index = at;
    while (index < end && buffer[index] != '\n') {
      index++;
    }
    return index;
  }

  private void keep(int bytes) {
    int room = longest - line.size();
    tooLong |= bytes > room;
    line.write(buffer, at, Math.min(bytes, room));
  }
}
