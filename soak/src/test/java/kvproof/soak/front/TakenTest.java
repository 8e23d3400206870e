package kvproof.soak.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import kvproof.model.casetext.CaseText;
import kvproof.oracles.OwnerInventoryOracle;
import org.junit.jupiter.api.Test;

class TakenTest {

  private static List<String> linesOfTheLastStep(String steps) {
    FrontedRouter side = Fronts.fronted(new OwnerInventoryOracle());
    List<String> lines = new ArrayList<>();
    for (var step : CaseText.parse("kvproof-case 1\nprofile p\nseed 7\n" + steps).steps()) {
      lines = Taken.by(side, step).lines();
    }
    return lines;
  }

  @Test
  void stepThatAnIndexTakesAsItIsNeedsNoWords() {
    assertThat(linesOfTheLastStep("open 1/0 none\nstore 1/0 device root 1:101\n")).isEmpty();
  }

  @Test
  void batchThatPassesUnchangedIsNotToldTwice() {
    assertThat(
            linesOfTheLastStep(
                "open 1/0 none\npublish 1/0 0 arrives\n  event store 1/0 device root 1:101\n"))
        .containsExactly("=> all of it", "=> counted applied 1");
  }

  @Test
  void countsAreThoseOfTheStepAlone() {
    assertThat(
            linesOfTheLastStep(
                "open 1/0 none\npublish 1/0 0 arrives\npublish 1/0 3 arrives\nclose 1/0\n"))
        .containsExactly("=> remove-worker 1");
    assertThat(linesOfTheLastStep("open 1/0 none\npublish 1/0 0 arrives\npublish 1/0 3 arrives\n"))
        .containsExactly("=> gap 1/0", "=> counted applied 1, gaps 1, missed 2");
  }

  @Test
  void nothingIsSaidToo() {
    assertThat(linesOfTheLastStep("open 1/0 none\n")).containsExactly("=> nothing");
  }
}
