package kvproof.soak.lines;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Cuts a stream into lines without ever holding one that is longer than allowed.
 *
 * <p>A line ends with a line feed or the end of the input; a carriage return before it belongs to
 * it and does no harm to JSON. The caller owns the stream. For one thread.
 */
public final class BoundedLines {
  private final InputStream in;
  private final int longest;
  private final byte[] buffer = new byte[1 << 16];
  private int at;
  private int end;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private boolean tooLong;
  private long number;

  /** Lines of at most {@code longest} bytes. */
  public BoundedLines(InputStream in, int longest) {
    this.in = in;
    this.longest = longest;
  }

  /** Goes to the next line; false at the end of the input. */
  public boolean advance() throws IOException {
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
        break;
      }
    }
    number += any ? 1 : 0;
    return any;
  }

  /**
   * Whether the next line has been read already, so that going to it waits for nobody. Whoever
   * collects what comes of lines hands it on before he goes to one that has not.
   */
  public boolean isNextAtHand() {
    return indexOfLineFeed() < end;
  }

  /** Number of the line, from 1. */
  public long number() {
    return number;
  }

  /** The line without its line feed; its beginning if it is too long. */
  public byte[] bytes() {
    return line.toByteArray();
  }

  public boolean isTooLong() {
    return tooLong;
  }

  /** Nothing but white space. */
  public boolean isBlank() {
    for (byte value : line.toByteArray()) {
      if (value != ' ' && value != '\t' && value != '\r') {
        return false;
      }
    }
    return true;
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
