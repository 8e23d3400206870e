package kvproof.soak.trace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kvproof.soak.trace.TraceLine.BrokenLine;
import kvproof.soak.trace.TraceLine.TraceRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MooncakeTraceReaderTest {
  private static final String GOOD =
      "{\"timestamp\": 7, \"input_length\": 600, \"output_length\": 5, \"hash_ids\": [3, 9]}";

  private static List<TraceLine> read(String text) throws IOException {
    var reader = new MooncakeTraceReader(new ByteArrayInputStream(text.getBytes(UTF_8)));
    List<TraceLine> lines = new ArrayList<>();
    for (Optional<TraceLine> line = reader.next(); line.isPresent(); line = reader.next()) {
      lines.add(line.get());
    }
    return lines;
  }

  @Test
  void requestsComeWithTheirLineNumbers() throws IOException {
    List<TraceLine> lines = read(GOOD + "\n\n \t\r\n" + GOOD + "\r\n");

    assertThat(lines).hasSize(2);
    TraceRequest second = (TraceRequest) lines.get(1);
    assertThat(second.number()).isEqualTo(4);
    assertThat(second.timestampMillis()).isEqualTo(7);
    assertThat(second.inputTokens()).isEqualTo(600);
    assertThat(second.outputTokens()).isEqualTo(5);
    assertThat(second.hashIds()).containsExactly(3, 9);
  }

  @Test
  void unknownFieldsArePassedOver() throws IOException {
    assertThat(read(GOOD.replace("{", "{\"new\": {\"a\": []}, ")))
        .singleElement()
        .isInstanceOf(TraceRequest.class);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "nonsense                                  | not JSON",
        "[1]                                       | not a JSON object",
        "{}                                        | field 'timestamp' is missing",
        "{\"timestamp\":-1,\"input_length\":1,\"output_length\":1,\"hash_ids\":[]} | field 'timestamp' has -1",
        "{\"timestamp\":1.5,\"input_length\":1,\"output_length\":1,\"hash_ids\":[]} | field 'timestamp' has 1.5",
        "{\"timestamp\":1,\"input_length\":\"a\",\"output_length\":1,\"hash_ids\":[]} | field 'input_length' has \"a\"",
        "{\"timestamp\":1,\"input_length\":1,\"hash_ids\":[]} | field 'output_length' is missing",
        "{\"timestamp\":1,\"input_length\":1,\"output_length\":1} | field 'hash_ids' is no list",
        "{\"timestamp\":1,\"input_length\":1,\"output_length\":1,\"hash_ids\":7} | field 'hash_ids' is no list",
        "{\"timestamp\":1,\"input_length\":1,\"output_length\":1,\"hash_ids\":[1,null]} | field 'hash_ids' has null",
        "{\"timestamp\":1,\"input_length\":1,\"output_length\":1,\"hash_ids\":[99999999999999999999]} | field 'hash_ids' has 99999999999999999999",
        "{\"timestamp\":1,\"input_length\":1,\"output_length\":1,\"hash_ids\":[4,4]} | field 'hash_ids' has an id twice",
        "{\"timestamp\":1,\"input_length\":1,\"output_length\":1,\"hash_ids\":[1]} x | not JSON",
      })
  void brokenLineIsNamedWithItsReasonAndTheNextOneRead(String broken, String reason)
      throws IOException {
    List<TraceLine> lines = read(broken + "\n" + GOOD + "\n");

    assertThat(lines).hasSize(2);
    assertThat(lines.get(0).number()).isEqualTo(1);
    assertThat(((BrokenLine) lines.get(0)).reason()).startsWith(reason);
    assertThat(lines.get(1)).isInstanceOf(TraceRequest.class);
  }

  @Test
  void lineOfMegabytesIsBrokenAndNotKept() throws IOException {
    List<TraceLine> lines = read("x".repeat(3 << 20) + "\n" + GOOD);

    assertThat(((BrokenLine) lines.get(0)).reason()).isEqualTo("longer than 1048576 bytes");
    assertThat(lines.get(1).number()).isEqualTo(2);
  }
}
