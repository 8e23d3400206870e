package kvproof.soak.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import kvproof.model.Case;
import kvproof.model.casetext.CaseText;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every bug that a generated case found left its smallest case here. */
class FixedBugsTest {

  @ParameterizedTest
  @ValueSource(strings = {"replay-from-before-the-oldest-batch"})
  void allSidesAgree(String whatBroke) throws IOException {
    assertThat(new CaseRunner(Contest.standard()).run(read(whatBroke)).divergence()).isEmpty();
  }

  private static Case read(String whatBroke) throws IOException {
    try (InputStream in =
        FixedBugsTest.class.getResourceAsStream("/cases/" + whatBroke + ".case")) {
      return CaseText.parse(
          new String(Objects.requireNonNull(in, whatBroke).readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
