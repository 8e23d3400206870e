package kvproof.mocknixl.kvcr;

import static kvproof.mocknixl.kvcr.HintReading.Reason.INVALID;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Set;
import kvproof.model.BlockHashes;
import kvproof.model.KvHint;
import kvproof.model.KvHintAction;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hints are written with ' for ". */
class FetchHintReaderTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String ENDPOINT = "'source_control_endpoint':'tcp://10.0.0.7:5600'";
  private static final FetchHint HINT = new FetchHint("tcp://10.0.0.7:5600", Set.of(123L, 456L));

  private final FetchHintReader reader = new FetchHintReader();

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text.replace('\'', '"'));
    } catch (JsonProcessingException mistake) {
      throw new AssertionError(text, mistake);
    }
  }

  private static String fetch(String payload) {
    return "{'action_type':'kv.fetch','action_version':'1.0','payload':{" + payload + "}}";
  }

  private static String hint(String actions) {
    return "{'protocol_version':'0.1','actions':[" + actions + "]}";
  }

  private HintReading read(String text) {
    return reader.read(json(text));
  }

  private HintReading readPayload(String payload) {
    return read(hint(fetch(payload)));
  }

  private static void assertRefused(HintReading reading, HintReading.Reason reason) {
    assertThat(reading)
        .isInstanceOfSatisfying(
            HintReading.Refused.class, refused -> assertThat(refused.reason()).isEqualTo(reason));
  }

  @Test
  void hintOfTheFormIsAccepted() {
    assertThat(readPayload("'block_hashes':[123,456],'mode':'copy'," + ENDPOINT))
        .isEqualTo(new HintReading.Accepted(HINT));
    assertThat(reader.warnings()).isEmpty();
  }

  @Test
  void routersOwnHintIsAccepted() {
    KvHint hint = KvHint.fetch("m", BlockHashes.of(123, -1), "tcp://w7:9000");

    HintReading reading = read(hint.toJson());

    KvHintAction.Fetch action = (KvHintAction.Fetch) hint.actions().getFirst();
    assertThat(reading).isEqualTo(new HintReading.Accepted(FetchHint.of(action)));
    assertThat(reader.warnings()).isEmpty();
  }

  @Nested
  class Envelope {
    @ParameterizedTest
    @ValueSource(
        strings = {
          "[]",
          "null",
          "'text'",
          "7",
          "{}",
          "{'actions':null}",
          "{'actions':{}}",
          "{'actions':'kv.fetch'}",
          "{'actions':[]}",
          "{'actions':[1,null,'kv.fetch',[]]}",
          "{'actions':[{'action_type':'kv.Fetch'}]}",
          "{'actions':[{'action_type':'kv.pin','payload':{}}]}",
          "{'actions':[{'action_type':null,'payload':{}}]}",
          "{'actions':[{'payload':{}}]}",
          "{'actions':[{'action_type':'kv.fetch'}]}",
          "{'actions':[{'action_type':'kv.fetch','payload':null}]}",
          "{'actions':[{'action_type':'kv.fetch','payload':[]}]}",
        })
    void anythingElseIsAnInvalidHint(String text) {
      assertThat(read(text).toString()).startsWith("invalid router hint: ");
      assertRefused(read(text), INVALID);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {"7,null,'kv.fetch',[]", "{}", "{'action_type':'kv.pin','payload':{'mode':1}}"})
    void otherActionsBeforeTheFetchAreSkipped(String others) {
      String good = fetch("'block_hashes':[123,456]," + ENDPOINT);

      assertThat(read(hint(others + "," + good))).isEqualTo(new HintReading.Accepted(HINT));
    }

    @Test
    void onlyTheFirstFetchCounts() {
      String good = fetch("'block_hashes':[123,456]," + ENDPOINT);
      String bad = fetch("'block_hashes':[]," + ENDPOINT);

      assertThat(read(hint(good + "," + bad))).isEqualTo(new HintReading.Accepted(HINT));
      assertRefused(read(hint(bad + "," + good)), INVALID);
    }

    @Test
    void fieldsThatNobodyKnowsAreIgnored() {
      String text =
          """
          {'message_id':7,'protocol_version':'0.1','actions':[{'action_id':null,
          'action_type':'kv.fetch','action_version':'1.0','payload':{'move':true,
          'block_hashes':[123,456],'priority':{},'source_control_endpoint':'tcp://10.0.0.7:5600'}}]}
          """;

      assertThat(read(text)).isEqualTo(new HintReading.Accepted(HINT));
    }
  }

  @Nested
  class Versions {
    private static final String GOOD = "'payload':{'block_hashes':[123,456]," + ENDPOINT + "}";

    @ParameterizedTest
    @ValueSource(
        strings = {
          "'protocol_version':'0.2',",
          "'protocol_version':0.1,",
          "'protocol_version':null,",
          ""
        })
    void anotherProtocolVersionIsWorthOneWarning(String version) {
      String text =
          "{"
              + version
              + "'actions':[{'action_type':'kv.fetch','action_version':'1.0',"
              + GOOD
              + "}]}";

      assertThat(read(text)).isEqualTo(new HintReading.Accepted(HINT));
      assertThat(read(text)).isEqualTo(new HintReading.Accepted(HINT));

      assertThat(reader.warnings())
          .singleElement()
          .asString()
          .startsWith("protocol version of a hint is ")
          .endsWith(", read as 0.1");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "'action_version':'1.1',",
          "'action_version':1.0,",
          "'action_version':null,",
          ""
        })
    void anotherActionVersionIsWorthOneWarning(String version) {
      String text = hint("{'action_type':'kv.fetch'," + version + GOOD + "}");

      assertThat(read(text)).isEqualTo(new HintReading.Accepted(HINT));
      assertThat(read(text)).isEqualTo(new HintReading.Accepted(HINT));

      assertThat(reader.warnings())
          .singleElement()
          .asString()
          .startsWith("action version of a hint is ")
          .endsWith(", read as 1.0");
    }

    @Test
    void eachKindIsWarnedOfOnce() {
      read("{'protocol_version':'7','actions':[{'action_type':'kv.fetch'," + GOOD + "}]}");
      read("{'protocol_version':'8','actions':[{'action_type':'kv.fetch'," + GOOD + "}]}");

      assertThat(reader.warnings())
          .containsExactly(
              "protocol version of a hint is \"7\", read as 0.1",
              "action version of a hint is missing, read as 1.0");
    }

    @Test
    void versionOfAnActionThatIsSkippedIsNotLookedAt() {
      read(
          hint(
              "{'action_type':'kv.pin','action_version':'9'},"
                  + fetch("'block_hashes':[1]," + ENDPOINT)));

      assertThat(reader.warnings()).isEmpty();
    }

    @Test
    void refusedHintIsWarnedOfToo() {
      assertRefused(read("{'protocol_version':'0.2'}"), INVALID);

      assertThat(reader.warnings()).hasSize(1);
    }
  }

  @Nested
  class Payload {
    @ParameterizedTest
    @ValueSource(strings = {"true", "false", "null", "0"})
    void noRetainIsRefusedWhateverItsValue(String value) {
      assertThat(readPayload("'block_hashes':[1],'no_retain':" + value + "," + ENDPOINT))
          .hasToString("no_retain is not supported: no_retain is " + value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"'move'", "null", "'COPY'", "''", "true", "['copy']"})
    void anyModeButCopyIsRefused(String mode) {
      assertThat(readPayload("'block_hashes':[1],'mode':" + mode + "," + ENDPOINT))
          .hasToString("only copy is supported: mode is " + mode.replace('\'', '"'));
    }

    @Test
    void withoutASourceItIsRefused() {
      assertThat(readPayload("'block_hashes':[1]"))
          .hasToString(
              "hints without a source are not supported: source_control_endpoint is missing");
      assertThat(readPayload("'block_hashes':[1],'source_control_endpoint':null"))
          .hasToString("hints without a source are not supported: source_control_endpoint is null");
    }

    @ParameterizedTest
    @ValueSource(strings = {"''", "7", "true", "['tcp://10.0.0.7:5600']", "{}"})
    void sourceThatIsNoTextIsInvalid(String source) {
      HintReading reading = readPayload("'block_hashes':[1],'source_control_endpoint':" + source);

      assertThat(reading)
          .hasToString(
              "invalid router hint: source_control_endpoint is " + source.replace('\'', '"'));
    }

    @ParameterizedTest
    @ValueSource(strings = {"not-an-endpoint", "tcp://", "127.0.0.1:5000", " "})
    void sourceThatIsNoEndpointIsAcceptedHere(String source) {
      assertThat(readPayload("'block_hashes':[1],'source_control_endpoint':'" + source + "'"))
          .isEqualTo(new HintReading.Accepted(new FetchHint(source, Set.of(1L))));
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "",
          "'block_hashes':null,",
          "'block_hashes':{},",
          "'block_hashes':7,",
          "'block_hashes':[],"
        })
    void withoutHashesItIsInvalid(String hashes) {
      assertRefused(readPayload(hashes + ENDPOINT), INVALID);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "true",
          "false",
          "1.0",
          "1e3",
          "'1'",
          "null",
          "-1",
          "18446744073709551616",
          "[1]",
          "{}",
          "-18446744073709551616",
          "340282366920938463463374607431768211456"
        })
    void oneBadHashSpoilsTheHint(String hash) {
      assertRefused(readPayload("'block_hashes':[1," + hash + ",2]," + ENDPOINT), INVALID);
    }

    @Test
    void hashesAreASetOfUnsignedNumbers() {
      assertThat(
              readPayload(
                  "'block_hashes':[18446744073709551615,0,7,0,9223372036854775808]," + ENDPOINT))
          .isEqualTo(
              new HintReading.Accepted(
                  new FetchHint("tcp://10.0.0.7:5600", Set.of(0L, 7L, Long.MIN_VALUE, -1L))));
    }

    /** Each row is wrong in two ways at least; the check that comes first names it. */
    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '`',
        value = {
          "'no_retain':0,'mode':'move'                                         | NO_RETAIN",
          "'no_retain':0,'source_control_endpoint':7                           | NO_RETAIN",
          "'no_retain':0,'block_hashes':[]                                     | NO_RETAIN",
          "'mode':'move'                                                       | NOT_A_COPY",
          "'mode':'move','source_control_endpoint':''                          | NOT_A_COPY",
          "'mode':'move','block_hashes':[-1],'source_control_endpoint':'tcp:x' | NOT_A_COPY",
          "'block_hashes':[]                                                   | NO_SOURCE",
          "'block_hashes':7,'source_control_endpoint':null                     | NO_SOURCE",
          "'block_hashes':[],'source_control_endpoint':''                      | INVALID",
        })
    void checksRunInOrder(String payload, HintReading.Reason reason) {
      assertRefused(readPayload(payload), reason);
    }

    @Test
    void firstBadHashIsNamed() {
      assertThat(readPayload("'block_hashes':[1,-2,-3]," + ENDPOINT))
          .hasToString("invalid router hint: a block hash is -2");
    }
  }
}
