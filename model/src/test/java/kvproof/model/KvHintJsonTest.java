package kvproof.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KvHintJsonTest {
  private static final String COMPACT =
      """
      {"protocol_version":"0.1","message_id":"m","actions":[{"action_id":"a1",\
      "action_type":"kv.fetch","action_version":"1.0","payload":{"block_hashes":[11],\
      "source_control_endpoint":"tcp://w7:9000"}}]}""";

  /** A hint around one action of the given type, version and payload. */
  private static String hintWith(String type, String version, String payload) {
    return """
    {"protocol_version":"0.1","message_id":"m","actions":[{"action_id":"a9",\
    "action_type":"%s","action_version":"%s","payload":%s}]}"""
        .formatted(type, version, payload);
  }

  private static String fetchOf(String blockHashes) {
    return hintWith(
        "kv.fetch",
        "1.0",
        "{\"block_hashes\":" + blockHashes + ",\"source_control_endpoint\":\"tcp://w7:9000\"}");
  }

  @Nested
  class Examples {
    private static final String ROOT_PREFIX =
        """
        {
          "protocol_version": "0.1",
          "message_id": "msg-123",
          "actions": [
            {
              "action_id": "a1",
              "action_type": "kv.fetch",
              "action_version": "1.0",
              "payload": {
                "block_hashes": [11, 22],
                "source_control_endpoint": "tcp://127.0.0.1:23280"
              }
            }
          ]
        }
        """;
    private static final String CONTINUATION =
        """
        {
          "protocol_version": "0.1",
          "message_id": "sel-7",
          "actions": [
            {
              "action_id": "a1",
              "action_type": "kv.fetch",
              "action_version": "1.0",
              "payload": {
                "block_hashes": [101,102,103,104,105,106,107,108,109,110,111,112,113,114,115],
                "source_control_endpoint": "tcp://worker-b:9000"
              }
            }
          ]
        }
        """;
    private static final String UNKNOWN_ACTION =
        """
        {
          "protocol_version": "0.1",
          "message_id": "msg-future",
          "actions": [
            {
              "action_id": "a-future",
              "action_type": "kv.future_action",
              "action_version": "7.3",
              "payload": { "items": [1, 2, 3], "nested": { "enabled": true } }
            }
          ]
        }
        """;

    static Stream<Arguments> examples() {
      ObjectNode payload = JsonNodeFactory.instance.objectNode();
      payload.putArray("items").add(1).add(2).add(3);
      payload.putObject("nested").put("enabled", true);
      return Stream.of(
          Arguments.of(
              ROOT_PREFIX,
              KvHint.fetch("msg-123", BlockHashes.of(11, 22), "tcp://127.0.0.1:23280")),
          Arguments.of(
              CONTINUATION,
              KvHint.fetch(
                  "sel-7",
                  BlockHashes.of(LongStream.rangeClosed(101, 115).toArray()),
                  "tcp://worker-b:9000")),
          Arguments.of(
              UNKNOWN_ACTION,
              new KvHint(
                  "0.1",
                  "msg-future",
                  List.of(
                      new KvHintAction.Unknown("a-future", "kv.future_action", "7.3", payload)))));
    }

    /** None of the examples has white space inside a text. */
    @ParameterizedTest
    @MethodSource("examples")
    void hintPrintsAsTheExampleWithoutWhiteSpace(String example, KvHint hint) {
      assertThat(hint.toJson()).isEqualTo(example.replaceAll("\\s", ""));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void exampleReadsAsTheHint(String example, KvHint hint) {
      assertThat(KvHint.fromJson(example)).isEqualTo(hint);
      assertThat(KvHint.fromJson(hint.toJson())).isEqualTo(hint);
    }
  }

  @Nested
  class Hashes {
    @ParameterizedTest
    @CsvSource({
      "0                   , 0",
      "9223372036854775807 , 9223372036854775807",
      "9223372036854775808 , -9223372036854775808",
      "18446744073709551615, -1",
    })
    void unsignedNumberSurvivesBothWays(String number, long hash) {
      KvHint hint = KvHint.fromJson(fetchOf("[" + number + "]"));

      assertThat(hint.actions())
          .containsExactly(new KvHintAction.Fetch("a9", BlockHashes.of(hash), "tcp://w7:9000"));
      assertThat(hint.toJson()).contains("\"block_hashes\":[" + number + "]");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "-1",
          "18446744073709551616",
          "1.0",
          "1e3",
          "1.5",
          "\"1\"",
          "null",
          "true",
          "[1]",
          "340282366920938463463374607431768211456"
        })
    void otherThanAnUnsignedIntegerIsRefusedWithItsPosition(String number) {
      assertThatThrownBy(() -> KvHint.fromJson(fetchOf("[11," + number + "]")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("malformed hint: actions[0].payload.block_hashes[1] is ")
          .hasMessageEndingWith(", expected an unsigned 64-bit integer")
          .hasMessageMatching("(?s).* is \\Q" + shownAs(number) + "\\E, expected .*");
    }

    private static String shownAs(String number) {
      return number.equals("1e3") ? "1E+3" : number;
    }

    @Test
    void longValueIsCutInTheMessage() {
      String number = "9".repeat(500);

      assertThatThrownBy(() -> KvHint.fromJson(fetchOf("[" + number + "]")))
          .hasMessageContaining(" is " + "9".repeat(60) + "... (500 characters), expected");
    }
  }

  @Nested
  class UnknownActions {
    @ParameterizedTest
    @MethodSource("payloads")
    void payloadComesBackAsItCame(String payload) {
      String hint = hintWith("kv.future_action", "7.3", payload);

      assertThat(KvHint.fromJson(hint).toJson()).isEqualTo(hint);
    }

    static Stream<String> payloads() {
      return Stream.of(
          "{}",
          "{\"z\":1,\"a\":[],\"m\":{\"y\":null,\"b\":false}}", // order of keys kept
          "{\"block_hashes\":[],\"source_control_endpoint\":null}",
          "[18446744073709551615,-9223372036854775809,340282366920938463463374607431768211456]",
          "[0.1,1.50,-2.25,0.1000000000000000055511151231257827]",
          "[\"\",\"a \\\" b\",\"é\",\"\\n\"]",
          "null",
          "\"text\"");
    }

    @ParameterizedTest
    @CsvSource({"kv.fetch, 1.1", "kv.fetch, 2.0", "kv.fetch, 1", "KV.FETCH, 1.0", "'', ''"})
    void fetchOfAnotherVersionIsUnknown(String type, String version) {
      String json = hintWith(type, version, "{\"block_hashes\":\"moved\"}");

      KvHint hint = KvHint.fromJson(json);

      assertThat(hint.actions())
          .singleElement()
          .isInstanceOfSatisfying(
              KvHintAction.Unknown.class,
              unknown -> {
                assertThat(unknown.actionType()).isEqualTo(type);
                assertThat(unknown.actionVersion()).isEqualTo(version);
              });
      assertThat(hint.toJson()).isEqualTo(json);
    }

    @Test
    void knownAndUnknownActionsKeepTheirOrder() {
      var fetch = new KvHintAction.Fetch("a2", BlockHashes.of(1), "tcp://w7:9000");
      var unknown =
          new KvHintAction.Unknown("a1", "kv.pin", "0.1", JsonNodeFactory.instance.numberNode(3));
      var hint = new KvHint("0.1", "", List.of(unknown, fetch, unknown));

      assertThat(KvHint.fromJson(hint.toJson())).isEqualTo(hint);
    }

    @Test
    void payloadIsTheActionsOwn() {
      ObjectNode payload = JsonNodeFactory.instance.objectNode().put("kept", 1);
      var action = new KvHintAction.Unknown("a1", "kv.pin", "0.1", payload);

      payload.put("late", 2);
      JsonNode handedOut = action.payload();
      ((ObjectNode) handedOut).put("late", 3);

      assertThat(action.payload()).hasToString("{\"kept\":1}");
    }

    @Test
    void knownActionIsNotUnknown() {
      assertThatThrownBy(
              () ->
                  new KvHintAction.Unknown(
                      "a1", "kv.fetch", "1.0", JsonNodeFactory.instance.objectNode()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("a known action: kv.fetch@1.0 with payload {}");
    }
  }

  @Nested
  class Leniency {
    @Test
    void keysMayComeInAnyOrder() {
      String shuffled =
          """
          {"actions":[{"payload":{"source_control_endpoint":"tcp://w7:9000","block_hashes":[11]},
          "action_version":"1.0","action_id":"a1","action_type":"kv.fetch"}],
          "message_id":"m","protocol_version":"0.1"}
          """;

      assertThat(KvHint.fromJson(shuffled).toJson()).isEqualTo(COMPACT);
    }

    @Test
    void fieldsOutsideTheTablesAreLeftOut() {
      String more =
          COMPACT
              .replace("{\"protocol_version\"", "{\"trace\":null,\"protocol_version\"")
              .replace("{\"action_id\"", "{\"priority\":9,\"action_id\"")
              .replace("{\"block_hashes\"", "{\"start\":3,\"block_hashes\"");

      assertThat(KvHint.fromJson(more).toJson()).isEqualTo(COMPACT);
    }

    @Test
    void hintMayHaveNoActionAndAnotherVersion() {
      String json = "{\"protocol_version\":\"0.2\",\"message_id\":\"\",\"actions\":[]}";

      assertThat(KvHint.fromJson(json)).isEqualTo(new KvHint("0.2", "", List.of()));
      assertThat(KvHint.fromJson(json).toJson()).isEqualTo(json);
    }
  }

  @Nested
  class Malformed {
    /** Each row spoils one piece of a good hint. */
    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '`',
        value = {
          "\"protocol_version\":\"0.1\",|``                       | protocol_version is missing",
          "\"protocol_version\":\"0.1\" |\"protocol_version\":0.1 | protocol_version is 0.1, expected a text",
          "\"message_id\":\"m\",        |``                       | message_id is missing",
          "\"message_id\":\"m\"         |\"message_id\":null      | message_id is null, expected a text",
          "\"actions\":                 |\"action\":              | actions is missing",
          "\"action_id\":\"a1\",        |``                       | actions[0].action_id is missing",
          "\"action_id\":\"a1\"         |\"action_id\":1          | actions[0].action_id is 1, expected a text",
          "\"action_type\":\"kv.fetch\",|``                       | actions[0].action_type is missing",
          "\"kv.fetch\"                 |[]                       | actions[0].action_type is [], expected a text",
          "\"action_version\":\"1.0\",  |``                       | actions[0].action_version is missing",
          "\"1.0\"                      |1.0                      | actions[0].action_version is 1.0, expected a text",
          "\"payload\":                 |\"load\":                | actions[0].payload is missing",
          "\"block_hashes\":[11],       |``                       | actions[0].payload.block_hashes is missing",
          "[11]                         |[]                       | actions[0].payload.block_hashes is [], expected an array of at least one hash",
          "[11]                         |11                       | actions[0].payload.block_hashes is 11, expected an array of at least one hash",
          "[11]                         |{\"0\":11}               | actions[0].payload.block_hashes is {\"0\":11}, expected an array of at least one hash",
          "\"source_control_endpoint\": |\"source\":              | actions[0].payload.source_control_endpoint is missing",
          "\"tcp://w7:9000\"            |\"\"                     | actions[0].payload.source_control_endpoint is \"\", expected a text, not empty",
          "\"tcp://w7:9000\"            |9000                     | actions[0].payload.source_control_endpoint is 9000, expected a text, not empty",
          "\"tcp://w7:9000\"            |null                     | actions[0].payload.source_control_endpoint is null, expected a text, not empty",
        })
    void messageNamesTheFieldAndItsValue(String piece, String spoilt, String expected) {
      String json = COMPACT.replace(piece, spoilt);
      assertThat(json).isNotEqualTo(COMPACT);

      assertThatThrownBy(() -> KvHint.fromJson(json))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("malformed hint: " + expected);
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "[]           | the whole is [], expected an object",
          "\"hint\"     | the whole is \"hint\", expected an object",
          "null         | the whole is null, expected an object",
        })
    void hintIsAnObject(String json, String expected) {
      assertThatThrownBy(() -> KvHint.fromJson(json))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("malformed hint: " + expected);
    }

    @Test
    void actionsAreAnArrayOfObjects() {
      String head = "{\"protocol_version\":\"0.1\",\"message_id\":\"m\",\"actions\":";

      assertThatThrownBy(() -> KvHint.fromJson(head + "{}}"))
          .hasMessage("malformed hint: actions is {}, expected an array");
      assertThatThrownBy(() -> KvHint.fromJson(head + "[7]}"))
          .hasMessage("malformed hint: actions[0] is 7, expected an object");
      assertThatThrownBy(() -> KvHint.fromJson(hintWith("kv.fetch", "1.0", "[11]")))
          .hasMessage("malformed hint: actions[0].payload is [11], expected an object");
    }

    @Test
    void secondActionIsNamedByItsPosition() {
      String json =
          COMPACT.replace("}}]}", "}},{\"action_id\":\"a2\",\"action_type\":\"kv.fetch\"}]}");

      assertThatThrownBy(() -> KvHint.fromJson(json))
          .hasMessage("malformed hint: actions[1].action_version is missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    void emptyTextIsNoHint(String text) {
      assertThatThrownBy(() -> KvHint.fromJson(text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("malformed hint: the whole is nothing, expected an object");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "{]", "nul"})
    void textThatIsNoJsonIsUnreadable(String text) {
      assertThatThrownBy(() -> KvHint.fromJson(text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("unreadable hint: line 1, column ");
    }

    @Test
    void messageNamesLineAndColumnOfWhatIsNoJson() {
      assertThatThrownBy(() -> KvHint.fromJson("{\n  \"protocol_version\": 'x'}"))
          .hasMessageStartingWith("unreadable hint: line 2, column 23: Unexpected character");
    }

    @ParameterizedTest
    @MethodSource("beyondTheParser")
    void whatTheParserWillNotReadIsUnreadable(String payload, String expected) {
      assertThatThrownBy(() -> KvHint.fromJson(hintWith("kv.pin", "1.0", payload)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("unreadable hint: ")
          .hasMessageContaining(expected);
    }

    static Stream<Arguments> beyondTheParser() {
      return Stream.of(
          Arguments.of("[".repeat(1_100) + "]".repeat(1_100), "nesting depth"),
          Arguments.of("9".repeat(2_000), "Number value length (2000)"),
          Arguments.of("1e99999999999", "1e99999999999"),
          Arguments.of("NaN", "NaN"));
    }

    @Test
    void nothingMayFollowTheHint() {
      assertThatThrownBy(() -> KvHint.fromJson(COMPACT + "{}"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("unreadable hint: line 1, column ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"message_id\":\"m\"", "\"block_hashes\":[11]"})
    void keyGivenTwiceIsRefused(String field) {
      assertThatThrownBy(() -> KvHint.fromJson(COMPACT.replace(field, field + "," + field)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Duplicate field");
    }
  }

  @Test
  void fetchWithoutHashesOrEndpointIsRefused() {
    assertThatThrownBy(() -> KvHint.fetch("m", BlockHashes.empty(), "tcp://w7:9000"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a fetch needs hashes and an endpoint:  from 'tcp://w7:9000'");
    assertThatThrownBy(() -> KvHint.fetch("m", BlockHashes.of(1), ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a fetch needs hashes and an endpoint: 1 from ''");
  }
}
