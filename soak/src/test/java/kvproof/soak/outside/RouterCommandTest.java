package kvproof.soak.outside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RouterCommandTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  @Test
  void blanksCutWordsAndQuotesKeepThem() {
    assertThat(RouterCommand.parse(" python3  'my router.py' --name=\"a b\" '' ", TIMEOUT).words())
        .containsExactly("python3", "my router.py", "--name=a b", "");
  }

  @Test
  void optionsNameTheSameCommand() {
    RouterCommand command =
        new RouterCommand(
            List.of("sh", "-c", "exec x", "", "it's", "a \"b'"), Duration.ofSeconds(3));

    String options = command.options();

    assertThat(options).startsWith(" --router 'sh -c \"exec x\" ").endsWith(" --router-timeout 3s");
    String quoted = options.substring(" --router '".length(), options.lastIndexOf("' --router"));
    assertThat(RouterCommand.parse(quoted.replace("'\\''", "'"), Duration.ofSeconds(3)))
        .isEqualTo(command);
  }

  @Test
  void openQuoteIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RouterCommand.parse("sh -c 'exit 1", TIMEOUT))
        .withMessage("a quote is not closed in 'sh -c 'exit 1'");
  }

  @Test
  void emptyCommandIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> RouterCommand.parse("  ", TIMEOUT));
  }
}
