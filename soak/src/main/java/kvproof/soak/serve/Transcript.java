package kvproof.soak.serve;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import kvproof.soak.lines.BoundedLines;

/**
 * What was said in a conversation: a line that was told begins with {@code "-> "}, and its answer,
 * if it has one, follows at once and begins with {@code "<- "}.
 *
 * <p>A transcript is the whole history of a router: told again to another one, or to a later
 * version of the same, it shows where the answers part. For one thread.
 */
public final class Transcript implements AutoCloseable {
  private static final byte[] TOLD = {'-', '>', ' '};
  private static final byte[] ANSWERED = {'<', '-', ' '};

  private final OutputStream out;

  /** Writes to {@code out}, which is closed with it. */
  public Transcript(OutputStream out) {
    this.out = new BufferedOutputStream(out);
  }

  /**
   * A line and its answer.
   *
   * @param line without its line feed; of one that is too long, its beginning
   * @param answer with its line feed
   */
  void exchanged(byte[] line, boolean isTooLong, Optional<byte[]> answer) throws IOException {
    out.write(TOLD);
    out.write(line);
    if (isTooLong) {
      out.write('~'); // one byte too many, so that it is too long when it is told again
    }
    out.write('\n');
    if (answer.isPresent()) {
      out.write(ANSWERED);
      out.write(answer.get());
    }
  }

  /** What was written down so far can be read by others. */
  void flush() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }

  /**
   * The first place at which an answer is not the one that was written down.
   *
   * @param line of the transcript, from 1
   * @param expected as written down; empty: no answer
   * @param actual what is answered now; empty: nothing
   */
  public record Parting(long line, String expected, String actual) {}

  /**
   * Tells a fresh reference router what was told, and compares.
   *
   * @return absent: every answer is as it was
   * @throws IOException if it cannot be read, or is no transcript; the message says which line
   */
  public static Optional<Parting> replay(InputStream in, String version) throws IOException {
    BoundedLines lines = new BoundedLines(in, Dialogue.LONGEST_LINE_BYTES + TOLD.length);
    Dialogue dialogue = new Dialogue(version);
    long told = 0;
    byte[] due = {};
    while (lines.advance()) {
      byte[] line = lines.bytes();
      if (startsWith(line, TOLD)) {
        if (due.length > 0) {
          return Optional.of(new Parting(lines.number(), "", text(due)));
        }
        told++;
        byte[] said = Arrays.copyOfRange(line, TOLD.length, line.length);
        due =
            lines.isTooLong()
                ? Dialogue.tooLong(told, Dialogue.LONGEST_LINE_BYTES)
                : dialogue.answer(said, told).orElse(new byte[] {});
      } else if (startsWith(line, ANSWERED)) {
        String expected = text(Arrays.copyOfRange(line, ANSWERED.length, line.length));
        if (!expected.equals(text(due))) {
          return Optional.of(new Parting(lines.number(), expected, text(due)));
        }
        due = new byte[] {};
      } else {
        throw new IOException(
            "line " + lines.number() + " begins neither with '-> ' nor with '<- '");
      }
    }
    return due.length > 0
        ? Optional.of(new Parting(lines.number() + 1, "", text(due)))
        : Optional.empty();
  }

  private static boolean startsWith(byte[] line, byte[] prefix) {
    return line.length >= prefix.length
        && Arrays.equals(line, 0, prefix.length, prefix, 0, prefix.length);
  }

  private static String text(byte[] line) {
    return new String(line, StandardCharsets.UTF_8).stripTrailing();
  }
}
