package kvproof.soak.outside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RouterCommandTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  @Test
  void blanksCutWordsAndQuotesKeepThem() {
    assertThat(RouterCommand.parse(" python3  'my router.py' --name=\"a b\" '' ", TIMEOUT).words())
        .containsExactly("python3", "my router.py", "--name=a b", "");
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
