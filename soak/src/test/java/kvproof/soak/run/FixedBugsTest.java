package kvproof.soak.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import kvproof.model.Case;
import kvproof.model.casetext.CaseText;
import kvproof.soak.scheduling.SchedulingCheck;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every bug that a generated case found left its smallest case here. */
class FixedBugsTest {

  @ParameterizedTest
  @ValueSource(strings = {"replay-from-before-the-oldest-batch", "release-of-a-request-that-waits"})
  void allSidesAgree(String whatBroke) throws IOException {
    Contest contest = Contest.standard().withFurtherCheck(new SchedulingCheck());

    assertThat(new CaseRunner(contest).run(read(whatBroke)).divergence()).isEmpty();
  }

  private static Case read(String whatBroke) throws IOException {
    try (InputStream in =
        FixedBugsTest.class.getResourceAsStream("/cases/" + whatBroke + ".case")) {
      return CaseText.parse(
          new String(Objects.requireNonNull(in, whatBroke).readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
