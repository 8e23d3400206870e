package kvproof.soak.outside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import kvproof.model.Verdict.Kind;
import kvproof.soak.run.RouterTrouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a router is taken for by its answer to the greeting. */
class GreetingTest {
  private static final String USUAL =
      "{\"line\":1,\"op\":\"hello\",\"protocol\":1,\"history\":\"engine\","
          + "\"can\":[\"device\",\"lower\",\"candidates\",\"choices\",\"dump\"]}";

  private static Conversation with(int exitCode, String line) {
    return new Conversation(
        new RouterProcess(new PrintingProcess(exitCode, line)), Duration.ofSeconds(60));
  }

  private static Capabilities greeted(String line) {
    try (Conversation conversation = with(0, line)) {
      return OutsideRouter.greet(conversation);
    }
  }

  @Test
  void whoRefusesTheGreetingDoesNotKnowIt() {
    assertThat(greeted("{\"line\":1,\"error\":\"what?\"}")).isEqualTo(Capabilities.ofUngreeted());
    assertThat(Capabilities.ofUngreeted().isGreeted()).isFalse();
  }

  /** No other difference between the two than that one of them knows the greeting. */
  @Test
  void whoGreetsWithTheUsualPartsAndNoNameHasGreeted() {
    Capabilities usual = greeted(USUAL);

    assertThat(usual.isGreeted()).isTrue();
    assertThat(usual.can()).isEqualTo(Capabilities.ofUngreeted().can());
    assertThat(usual.name()).isEqualTo(Capabilities.ofUngreeted().name());
    try (Conversation conversation = with(3, USUAL)) {
      OutsideRouter.greet(conversation);
      assertThatThrownBy(() -> conversation.finish(usual.isGreeted()))
          .isInstanceOf(RouterTrouble.class)
          .hasMessageContaining("exit code 3");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"line":2,"op":"hello","protocol":1,"can":["device"]} | OUT_OF_ORDER | answers line 2
          {"op":"hello","protocol":1,"can":["device"]}          | UNREADABLE   | which line it answers
          {"line":7,"error":"what?"}                            | FAILED       | refuses line 7: what?
          {"error":"what?"}                                     | UNREADABLE   | which line it answers
          """)
  void greetingOfAnotherLineIsNone(String line, Kind kind, String said) {
    assertThatThrownBy(() -> greeted(line))
        .isInstanceOfSatisfying(
            RouterTrouble.class, trouble -> assertThat(trouble.kind()).isEqualTo(kind))
        .hasMessageContaining(said);
  }
}
