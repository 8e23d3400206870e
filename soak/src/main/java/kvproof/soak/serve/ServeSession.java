package kvproof.soak.serve;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import kvproof.soak.lines.BoundedLines;

/**
 * One conversation on the line protocol, from the first line to the end of the input.
 *
 * <p>Answers come in the order of the lines. A line that cannot be read or carried out is answered
 * with an error and changes nothing; an empty line is passed over, but counted.
 */
public final class ServeSession {
  /** No line of the protocol is longer than 16 MiB. */
  private static final int LONGEST_LINE_BYTES = 16 << 20;

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final ServedRouter router;
  private final int longestLineBytes;
  private final long mostUnreadBytes;

  /** A session with a fresh reference router of this version. */
  public ServeSession(String version) {
    this(version, LONGEST_LINE_BYTES, AnswerQueue.mostUnreadBytes());
  }

  ServeSession(String version, int longestLineBytes, long mostUnreadBytes) {
    this.router = new ServedRouter(version);
    this.longestLineBytes = longestLineBytes;
    this.mostUnreadBytes = mostUnreadBytes;
  }

  /** Runs until the input ends; throws {@link IOException} if input or output breaks. */
  public void run(InputStream in, OutputStream out) throws IOException {
    BoundedLines lines = new BoundedLines(in, longestLineBytes);
    try (AnswerQueue answers = new AnswerQueue(out, mostUnreadBytes)) {
      while (lines.advance()) {
        answers.throwIfFailed(); // lines without an answer would never find out
        long line = lines.number();
        if (lines.isTooLong()) {
          answers.put(error(line, "longer than " + longestLineBytes + " bytes").finish());
        } else {
          answer(lines.bytes(), line, answers);
        }
      }
    }
  }

  private void answer(byte[] text, long line, AnswerQueue answers) throws IOException {
    try {
      JsonNode node = JSON.readTree(text);
      if (!node.isMissingNode()) {
        var answer = router.carryOut(node, line);
        if (answer.isPresent()) {
          answers.put(answer.get().finish());
        }
      }
    } catch (JacksonException unreadable) {
      answers.put(error(line, "not JSON: " + unreadable.getOriginalMessage()).finish());
    } catch (BadLineException bad) {
      answers.put(error(line, String.valueOf(bad.getMessage())).finish());
    }
  }

  private static AnswerLine error(long line, String message) {
    return new AnswerLine().number("line", line).text("error", message);
  }
}
