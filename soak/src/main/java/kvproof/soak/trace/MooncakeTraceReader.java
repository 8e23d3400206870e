package kvproof.soak.trace;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;
import kvproof.soak.lines.BoundedLines;
import kvproof.soak.trace.TraceLine.BrokenLine;
import kvproof.soak.trace.TraceLine.TraceRequest;

/**
 * Streams a request trace: one JSON object a line, as the public Mooncake traces have it.
 *
 * <p>Fields: {@code timestamp} (ms), {@code input_length} and {@code output_length} (tokens),
 * {@code hash_ids}. Unknown fields are passed over. A line that is no request comes back as a
 * broken line with its reason; reading goes on behind it. The caller owns the stream.
 */
public final class MooncakeTraceReader {
  private static final int LONGEST_LINE_BYTES = 1 << 20;
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private static final class NoRequest extends Exception {
    private static final long serialVersionUID = 1L;

    NoRequest(String message) {
      super(message);
    }
  }

  private final BoundedLines lines;

  public MooncakeTraceReader(InputStream in) {
    this.lines = new BoundedLines(in, LONGEST_LINE_BYTES);
  }

  /** The next line, or empty at the end; blank lines are passed over. */
  public Optional<TraceLine> next() throws IOException {
    while (lines.advance()) {
      if (lines.isTooLong()) {
        return Optional.of(
            new BrokenLine(lines.number(), "longer than " + LONGEST_LINE_BYTES + " bytes"));
      }
      if (!lines.isBlank()) {
        return Optional.of(parse());
      }
    }
    return Optional.empty();
  }

  private TraceLine parse() throws IOException {
    try {
      JsonNode node = JSON.readTree(lines.bytes());
      if (!node.isObject()) {
        throw new NoRequest("not a JSON object");
      }
      return new TraceRequest(
          lines.number(),
          number(node, "timestamp"),
          number(node, "input_length"),
          number(node, "output_length"),
          hashIds(node));
    } catch (JacksonException unreadable) {
      return new BrokenLine(lines.number(), "not JSON: " + unreadable.getOriginalMessage());
    } catch (NoRequest broken) {
      return new BrokenLine(lines.number(), String.valueOf(broken.getMessage()));
    }
  }

  private static long number(JsonNode node, String field) throws NoRequest {
    JsonNode value = node.get(field);
    if (value == null) {
      throw new NoRequest("field '" + field + "' is missing");
    }
    return count(field, value);
  }

  private static long count(String field, JsonNode value) throws NoRequest {
    if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < 0) {
      throw new NoRequest("field '" + field + "' has " + value + ", expected a whole number >= 0");
    }
    return value.longValue();
  }

  private static long[] hashIds(JsonNode node) throws NoRequest {
    JsonNode value = node.get("hash_ids");
    if (value == null || !value.isArray()) {
      throw new NoRequest("field 'hash_ids' is no list");
    }
    long[] ids = new long[value.size()];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = count("hash_ids", value.get(i));
    }
    if (Arrays.stream(ids).distinct().count() != ids.length) {
      throw new NoRequest("field 'hash_ids' has an id twice: a block cannot follow itself");
    }
    return ids;
  }
}
