package kvproof.soak.serve;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Optional;

/**
 * One router and the lines that are said to it, wherever they come from.
 *
 * <p>A line that cannot be read or carried out is answered with an error and changes nothing; an
 * empty line is passed over, but counted. For one thread.
 */
final class Dialogue {
  /** No line of the protocol is longer than 16 MiB. */
  static final int LONGEST_LINE_BYTES = 16 << 20;

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final ServedRouter router;

  /** With a fresh reference router of this version. */
  Dialogue(String version) {
    this.router = new ServedRouter(version);
  }

  /** The answer with its line feed, if the line is one that is answered. */
  Optional<byte[]> answer(byte[] text, long line) throws IOException {
    try {
      JsonNode node = JSON.readTree(text);
      return node.isMissingNode()
          ? Optional.empty()
          : router.carryOut(node, line).map(AnswerLine::finish);
    } catch (JacksonException unreadable) {
      return Optional.of(error(line, "not JSON: " + unreadable.getOriginalMessage()));
    } catch (BadLineException bad) {
      return Optional.of(error(line, String.valueOf(bad.getMessage())));
    }
  }

  static byte[] tooLong(long line, int longestBytes) {
    return error(line, "longer than " + longestBytes + " bytes");
  }

  private static byte[] error(long line, String message) {
    return new AnswerLine().number("line", line).text("error", message).finish();
  }
}
