package kvproof.router.selection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import kvproof.model.CostWeights;
import kvproof.model.SchedulingDecision.Chosen;
import kvproof.model.SchedulingDecision.Draws;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepeatableChoicesTest {
  private static final int REQUESTS = 200;

  /** Everything said of all choices of one partition: most of them are ties, or nearly. */
  private static List<Chosen> choices(double temperature, long seed) {
    Scene scene =
        Scene.open(Scene.drawing(CostWeights.defaults(), temperature, seed)).workers(1, 2, 3, 4);
    scene.device(1, 1, 2).device(3, 1, 2).host(4, 1, 2);
    for (int i = 0; i < REQUESTS; i++) {
      int lastBlock = 1 + i % 5;
      if (i % 3 == 0) {
        scene.book("r" + i, lastBlock);
      } else {
        scene.query("r" + i, lastBlock);
      }
    }
    return scene.decisions.stream()
        .filter(Chosen.class::isInstance)
        .map(Chosen.class::cast)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.7})
  @Tag("A18")
  void twoPartitionsWithTheSameSeedSayTheSameOfEveryChoiceAndWithAnotherDoNot(double temperature) {
    List<Chosen> first = choices(temperature, 3);

    assertThat(first).hasSize(REQUESTS).anyMatch(choice -> !choice.draws().equals(Draws.none()));
    assertThat(choices(temperature, 3)).isEqualTo(first);
    assertThat(choices(temperature, 4)).isNotEqualTo(first);
  }
}
