package kvproof.mocknixl.kvcr.python;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Map;
import kvproof.mocknixl.kvcr.FetchHintReader;
import kvproof.mocknixl.kvcr.HintReading;
import kvproof.mocknixl.kvcr.HintReading.Accepted;
import kvproof.mocknixl.kvcr.HintReading.Refused;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The same hints to Python's KVCR and to our reader: taken by both, or refused for one reason. */
@Timeout(120)
class PythonHintsTest {
  private static final ObjectMapper JSON = new JsonMapper();

  /** Payloads of an otherwise good hint; quotes are single for the reader's sake. */
  private static final List<String> PAYLOADS =
      List.of(
          "{'source_control_endpoint': 'tcp://a:1', 'block_hashes': [1]}",
          "{'source_control_endpoint': 'tcp://a:1', 'block_hashes': [1, 1, 0, 18446744073709551615]}",
          "{'source_control_endpoint': 'no endpoint', 'block_hashes': [1], 'mode': 'copy', 'x': 1}",
          "{'source_control_endpoint': 'tcp://a:1', 'block_hashes': [1], 'mode': 'move'}",
          "{'source_control_endpoint': 'tcp://a:1', 'block_hashes': [1], 'mode': null}",
          "{'source_control_endpoint': 'tcp://a:1', 'block_hashes': [1], 'mode': 'Copy'}",
          "{'source_control_endpoint': 'tcp://a:1', 'block_hashes': [1], 'no_retain': false}",
          "{'source_control_endpoint': 'tcp://a:1', 'block_hashes': [1], 'no_retain': null}",
          "{'no_retain': true, 'mode': 'move'}",
          "{'mode': 'move'}",
          "{'block_hashes': [1]}",
          "{'source_control_endpoint': null, 'block_hashes': []}",
          "{'source_control_endpoint': '', 'block_hashes': [1]}",
          "{'source_control_endpoint': 5, 'block_hashes': [1]}",
          "{'source_control_endpoint': 'tcp://a:1'}",
          "{'source_control_endpoint': 'tcp://a:1', 'block_hashes': null}",
          "{'source_control_endpoint': 'tcp://a:1', 'block_hashes': {}}",
          "{'source_control_endpoint': 'tcp://a:1', 'block_hashes': '1'}",
          "{'source_control_endpoint': 'tcp://a:1', 'block_hashes': []}",
          "{'source_control_endpoint': 'tcp://a:1', 'block_hashes': [true]}",
          "{'source_control_endpoint': 'tcp://a:1', 'block_hashes': [1.0]}",
          "{'source_control_endpoint': 'tcp://a:1', 'block_hashes': [1, '2']}",
          "{'source_control_endpoint': 'tcp://a:1', 'block_hashes': [null]}",
          "{'source_control_endpoint': 'tcp://a:1', 'block_hashes': [-1]}",
          "{'source_control_endpoint': 'tcp://a:1', 'block_hashes': [18446744073709551616]}",
          "[]",
          "null");

  /** Whole hints; GOOD stands for a payload that is taken, BAD for one that is not. */
  private static final List<String> HINTS =
      List.of(
          "5",
          "[]",
          "{}",
          "{'protocol_version': '0.1'}",
          "{'actions': {}}",
          "{'actions': []}",
          "{'actions': [{'action_type': 'kv.move', 'payload': GOOD}]}",
          "{'actions': [{'action_type': 'kv.fetch'}]}",
          "{'actions': [{'action_type': 'KV.FETCH', 'payload': GOOD}]}",
          "{'actions': [{'action_type': 'kv.fetch', 'payload': GOOD}]}",
          "{'protocol_version': 7, 'actions': [{'action_type': 'kv.fetch', 'payload': GOOD}]}",
          "{'actions': [{'action_type': 'kv.fetch', 'action_version': '9', 'payload': GOOD}]}",
          "{'actions': [5, null, {'action_type': 'x'}, {'action_type': 'kv.fetch', 'payload': GOOD}]}",
          "{'actions': [{'action_type': 'kv.fetch', 'payload': BAD},"
              + " {'action_type': 'kv.fetch', 'payload': GOOD}]}",
          "{'actions': [{'action_type': 'kv.fetch', 'payload': GOOD},"
              + " {'action_type': 'kv.fetch', 'payload': BAD}]}");

  @BeforeEach
  void needsPython() {
    PythonProcess.interpreter();
  }

  @Test
  void everyHintIsTakenByBothOrRefusedByBothForTheSameReason() throws Exception {
    Map<String, Object> options = Map.of("name", "target", "block_bytes", 4096, "eager", false);
    try (var python = new PythonProcess("node.py", options)) {
      var reader = new FetchHintReader();
      for (String hint : HINTS) {
        agree(reader, python, hint.replace("GOOD", PAYLOADS.getFirst()).replace("BAD", "{}"));
      }
      for (String payload : PAYLOADS) {
        agree(
            reader,
            python,
            "{'protocol_version': '0.1', 'actions': [{'action_type': 'kv.fetch',"
                + " 'action_version': '1.0', 'payload': "
                + payload
                + "}]}");
      }
    }
  }

  private static void agree(FetchHintReader reader, PythonProcess python, String quoted)
      throws Exception {
    JsonNode hint = JSON.readTree(quoted.replace('\'', '"'));
    JsonNode answer = python.attempt("raw_hint", Map.of("hint", hint, "request", quoted));

    switch (reader.read(hint)) {
      case Accepted _ -> assertThat(answer.has("error")).as("%s: %s", hint, answer).isFalse();
      case Refused(HintReading.Reason reason, String _) ->
          assertThat(answer.path("error").asText()).as("%s", hint).contains(words(reason));
    }
  }

  private static String words(HintReading.Reason reason) {
    return switch (reason) {
      case INVALID -> "invalid router hint";
      case NO_RETAIN -> "no_retain is not";
      case NOT_A_COPY -> "only copy mode";
      case NO_SOURCE -> "source-less hints";
    };
  }
}
