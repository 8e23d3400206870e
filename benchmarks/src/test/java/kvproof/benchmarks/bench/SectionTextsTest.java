package kvproof.benchmarks.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeMap;
import kvproof.benchmarks.judgement.Goal;
import kvproof.benchmarks.judgement.Goal.Direction;
import kvproof.benchmarks.judgement.Judgement;
import kvproof.benchmarks.section.FigureRow;
import kvproof.benchmarks.section.FigureTable;
import kvproof.benchmarks.section.Section;
import org.junit.jupiter.api.Test;

class SectionTextsTest {
  private static final List<OptionalDouble> FIGURES =
      List.of(OptionalDouble.of(12.34), OptionalDouble.empty());

  private static FigureRow row(String title, Goal... goals) {
    return new FigureRow(title, FIGURES, List.of(goals), "");
  }

  private static final FigureTable TABLE =
      new FigureTable(
          "Speed, m/s",
          List.of("ours", "peer"),
          List.of("ours", "peer"),
          List.of(
              row("good", Goal.atLeast("peer", 2, 2), Goal.atMost("cap", 2, 3)),
              row("bad", Goal.atLeast("peer", 1, 2), Goal.atMost("cap", 2, 3)),
              row("open", Goal.notJudged("peer", 1, Direction.AT_LEAST, "not built")),
              row("read")));

  private static final Section SECTION =
      new Section("speed", new TreeMap<>(), List.of(TABLE), List.of());

  @Test
  void rowIsAsGoodAsTheWorstOfItsGoals() {
    assertThat(SECTION.count(Judgement.MET)).isEqualTo(1);
    assertThat(SECTION.count(Judgement.MISSED)).isEqualTo(1);
    assertThat(SECTION.count(Judgement.NOT_JUDGED)).isEqualTo(1);
  }

  @Test
  void textSaysWhatWasMissedAndWhatIsNotJudged() {
    assertThat(SectionTable.text(TABLE).lines())
        .containsExactly(
            "Speed, m/s",
            "  what  ours  peer  verdict",
            "  good  12.3     -  met",
            "  bad   12.3     -  missed: peer is 1.00, at least 2.00",
            "  open  12.3     -  not judged: peer, not built",
            "  read  12.3     -  -");
  }

  @Test
  void pageAndJsonHaveEveryRow() {
    assertThat(SectionPage.print(SECTION))
        .contains("1 met, 1 missed, 1 not judged", "at least 2.00", "not measured");
    assertThat(SectionJson.print(SECTION))
        .contains("\"section\" : \"speed\"", "\"peer\" : null", "\"verdict\" : \"missed\"");
  }

  @Test
  void rowOfAnotherWidthIsRefused() {
    assertThatThrownBy(
            () -> new FigureTable("t", List.of("one"), List.of(), List.of(row("two figures"))))
        .hasMessageContaining("2 figures for 1 columns");
  }
}
