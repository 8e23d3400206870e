package kvproof.soak.outside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import kvproof.model.BlockHashes;
import kvproof.model.Request;
import kvproof.model.Verdict.Kind;
import kvproof.soak.run.RouterTrouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a router does once its input has ended behind a question. */
class LeaveTest {
  private static void leave(int exitCode, String... lines) {
    var process = new RouterProcess(new PrintingProcess(exitCode, lines));
    try (var conversation = new Conversation(process, Duration.ofSeconds(60))) {
      conversation.ask(StepLines.query(new Request("last", BlockHashes.of(1), List.of())));
      conversation.takeLeave();
    }
  }

  @Test
  void whoAnswersAndEndsIsNotAccused() {
    assertThatCode(() -> leave(0, "{\"line\":1}")).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          3 | {"line":1}                     | CRASHED      | ends its work with exit code 3
          0 | ''                             | CRASHED      | exit code 0 before it answered line 1
          0 | {"line":1,"error":"what?"}     | FAILED       | refuses line 1: what?
          0 | {"line":1}\\n{"line":1}         | OUT_OF_ORDER | another line after its last answer
          """)
  void whoEndsOtherwiseIs(int exitCode, String lines, Kind kind, String said) {
    assertThatThrownBy(() -> leave(exitCode, lines.split("\\\\n")))
        .isInstanceOfSatisfying(
            RouterTrouble.class, trouble -> assertThat(trouble.kind()).isEqualTo(kind))
        .hasMessageContaining(said);
  }
}
