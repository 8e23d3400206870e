package kvproof.router.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import kvproof.model.RequestOverride;
import kvproof.router.document.DocumentException;
import kvproof.router.policy.InputTrigger;
import kvproof.router.policy.SessionContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions and overrides in the bodies of requests. */
class SelectionBodyTest {

  private static Optional<SessionContext> session(String json) {
    return SelectionBody.read(json).session();
  }

  private static RequestOverride override(String json) {
    return SelectionBody.read("{\"router_config_override\": " + json + "}").override();
  }

  @Test
  @Tag("J14")
  void todaysShapeIsReadWholeAndWinsOverTheOlderOne() {
    String json =
        """
        {"token_ids": [1, 2], "session_id": "legacy", "session_context": {
          "session_id": "child", "parent_session_id": "root", "session_final": true,
          "input_trigger": "tool_result",
          "agent_headers": {"x-b": "2", "x-a": "1"}, "later": 5}}
        """;

    assertThat(session(json))
        .contains(
            new SessionContext(
                Optional.of("child"),
                Optional.of("root"),
                true,
                InputTrigger.TOOL_RESULT,
                new TreeMap<>(Map.of("x-a", "1", "x-b", "2"))));
  }

  @Test
  @Tag("J14")
  void olderShapeIsABareId() {
    SessionContext bare =
        new SessionContext(
            Optional.of("legacy"), Optional.empty(), false, InputTrigger.OTHER, new TreeMap<>());

    assertThat(session("{\"session_id\": \"legacy\"}")).contains(bare);
    assertThat(session("{\"session_id\": \"legacy\", \"session_context\": null}")).contains(bare);
    assertThat(session("{\"session_context\": {\"session_id\": \"legacy\"}}")).contains(bare);
    assertThat(session("{\"token_ids\": [1]}")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"user_message,USER_MESSAGE", "tool_result,TOOL_RESULT", "other,OTHER"})
  @Tag("J14")
  void triggersHaveTheseNames(String word, InputTrigger trigger) {
    String json =
        "{\"session_context\": {\"session_id\": \"s\", \"input_trigger\": \"" + word + "\"}}";

    assertThat(session(json).orElseThrow().trigger()).isEqualTo(trigger);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'session_context': {}} | 'session_context.session_id' is missing",
        "{'session_context': 's'} | 'session_context.session_id'",
        "{'session_id': 5} | 'session_id' is 5",
        "{'session_context': {'session_id': 's', 'session_final': 'no'}} | session_final",
        "{'session_context': {'session_id': 's', 'input_trigger': 'voice'}} | \"voice\"",
        "{'session_context': {'session_id': 's', 'agent_headers': {'a': 1}}} | agent_headers.a",
        "[] | a mapping",
        "{'a': 1, 'a': 2} | no JSON",
      })
  void badBodyIsRefusedByKeyAndValue(String json, String expected) {
    assertThatThrownBy(() -> SelectionBody.read(json.replace('\'', '"')))
        .isInstanceOf(DocumentException.class)
        .hasMessageContaining(expected);
  }

  @Test
  void overrideIsReadWhole() {
    assertThat(
            override(
                """
                {"overlap_score_credit": 1.5, "prefill_load_scale": 2, "router_temperature": 0.5,
                 "shared_cache_multiplier": 1, "assume_kv_reuse": false,
                 "track_prefill_tokens": true}
                """))
        .isEqualTo(
            new RequestOverride(
                OptionalDouble.of(1.5),
                OptionalDouble.of(2),
                OptionalDouble.of(0.5),
                OptionalDouble.of(1),
                Optional.of(false),
                Optional.of(true)));
    assertThat(override("{}")).isEqualTo(RequestOverride.none());
    assertThat(override("null")).isEqualTo(RequestOverride.none());
    assertThat(override("{\"router_temperature\": null}")).isEqualTo(RequestOverride.none());
  }

  @Test
  @Tag("J03")
  void deprecatedWeightOfARequestSetsTheScaleAndZeroTheCreditToo() {
    RequestOverride two = override("{\"overlap_score_weight\": 2, \"prefill_load_scale\": 9}");
    RequestOverride zero = override("{\"overlap_score_weight\": 0, \"overlap_score_credit\": 9}");

    assertThat(two.prefillScale()).hasValue(2);
    assertThat(two.overlapCredit()).isEmpty();
    assertThat(zero.prefillScale()).hasValue(0);
    assertThat(zero.overlapCredit()).hasValue(0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"shared_cache_multiplier\": 1.5}",
        "{\"overlap_score_credit\": -0.1}",
        "{\"overlap_score_credit\": 1e999}",
        "{\"prefill_load_scale\": -1}",
        "{\"router_temperature\": -1}",
        "{\"overlap_score_weight\": -1}",
        "{\"track_prefill_tokens\": 1}",
        "{\"router_fetch_continuation\": true}",
        "{\"router_ttl_secs\": 1}",
        "[]",
      })
  @Tag("J02")
  void overrideOutOfRangeOrUnknownIsRefused(String json) {
    assertThatThrownBy(() -> override(json))
        .isInstanceOf(DocumentException.class)
        .hasMessageContaining("router_config_override");
  }
}
