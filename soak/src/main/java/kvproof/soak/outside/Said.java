package kvproof.soak.outside;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;

/**
 * One answer as it came: a line that is a JSON object and answers the line that was due.
 *
 * <p>A tree is made of it only if somebody has to look at it closely; most answers are as they were
 * expected, and {@link ExpectedWords} sees that in one pass.
 */
final class Said {
  private static final JsonFactory STRICT =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private static final JsonMapper TREES = new JsonMapper();

  private final byte[] bytes;

  /** For bytes of which {@link #isAnswerTo} is true, or that were looked into. */
  Said(byte[] bytes) {
    this.bytes = bytes;
  }

  byte[] bytes() {
    return bytes;
  }

  JsonNode tree() {
    try {
      return TREES.readTree(bytes);
    } catch (IOException impossible) {
      throw new AssertionError("what was JSON before is none now", impossible);
    }
  }

  /**
   * Whether these bytes are one JSON object, without a field that comes twice and with nothing
   * behind it, that says it answers this line and is no error. False: they may still be that, spelt
   * in an unusual way.
   */
  static boolean isAnswerTo(long line, byte[] bytes) {
    try (JsonParser json = STRICT.createParser(bytes)) {
      return json.nextToken() == JsonToken.START_OBJECT
          && saysLine(line, json)
          && json.nextToken() == null;
    } catch (JacksonException unreadable) {
      return false;
    } catch (IOException impossible) {
      throw new AssertionError("bytes that cannot be read", impossible);
    }
  }

  private static boolean saysLine(long line, JsonParser json) throws IOException {
    boolean says = false;
    for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
      JsonToken value = json.nextToken();
      if (field.equals("line")) {
        says = value == JsonToken.VALUE_NUMBER_INT && json.getLongValue() == line;
      } else if (field.equals("error")) {
        return false;
      }
      json.skipChildren();
    }
    return says;
  }
}
