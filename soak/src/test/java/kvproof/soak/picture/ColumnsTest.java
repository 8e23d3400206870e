package kvproof.soak.picture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeMap;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.BlockInterval;
import org.junit.jupiter.api.Test;

class ColumnsTest {
  private static final String TEN_BLOCKS =
      """
      store 1/0 device root 1:101 2:102 3:103 4:104 5:105 6:106 7:107 8:108 9:109
      ask q local 1 2 3 4 5 6 7 8 9 10 targets 2/0
      """;

  private static Answer endingAtFive(Answer answer) {
    var choices = new TreeMap<>(answer.choices());
    choices.replaceAll(
        (_, choice) -> new SourceChoice(choice.frontier(), choice.source(), 5, choice.hint()));
    return new Answer(
        answer.device(), answer.lower(), answer.candidates(), answer.intervals(), choices);
  }

  private static Columns columns(CaseScene scene, int roomFor) {
    return Columns.of(scene.requests().getFirst(), roomFor);
  }

  @Test
  void everyPositionHasItsColumnWhileThereIsRoom() {
    assertThat(columns(Scenes.of(TEN_BLOCKS), 10).all()).hasSize(10).noneMatch(Columns::isRun);
  }

  @Test
  void positionsThatLookAlikeShareAColumn() {
    assertThat(columns(Scenes.of(TEN_BLOCKS), 9).all())
        .containsExactly(new BlockInterval(0, 9), new BlockInterval(9, 10));
  }

  @Test
  void whatIsMarkedEndsWhereAColumnDoes() {
    assertThat(columns(Scenes.of(TEN_BLOCKS, ColumnsTest::endingAtFive), 9).all())
        .containsExactly(
            new BlockInterval(0, 5), new BlockInterval(5, 9), new BlockInterval(9, 10));
  }
}
