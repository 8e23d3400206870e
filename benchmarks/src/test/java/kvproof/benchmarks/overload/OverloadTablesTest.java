package kvproof.benchmarks.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import kvproof.benchmarks.judgement.Judgement;
import kvproof.benchmarks.section.FigureRow;
import kvproof.benchmarks.section.Section.ProcessLines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OverloadTablesTest {
  private static final CpuPlan TWO = CpuPlan.of(CpuPlan.parse("0-1"));
  private static final CpuPlan THREE = CpuPlan.of(CpuPlan.parse("0-2"));

  private static ProcessLines process(OverloadCase trial, int round, double ops, boolean isLate)
      throws Exception {
    return process(trial, round, ops, isLate, false);
  }

  private static ProcessLines process(
      OverloadCase trial, int round, double ops, boolean isLate, boolean keptUp) throws Exception {
    String line =
        ("{\"kind\":\"overload\",\"case\":\"%s\",\"achieved_block_ops_per_sec\":%s,"
                + "\"reads_per_second\":999,\"missed_schedule\":%s,\"kept_up\":%s}")
            .formatted(trial, ops, isLate, keptUp);
    return new ProcessLines(trial.name(), round, List.of(new ObjectMapper().readTree(line)));
  }

  private static OverloadFigures rounds(double slower) throws Exception {
    var figures = new OverloadFigures();
    for (int round = 0; round < 6; round++) {
      double machine = 1e7 * (1 + round); // rounds differ by far more than cases do
      figures.add(process(OverloadCase.UNTRACKED, round, machine, false));
      figures.add(
          process(OverloadCase.TRACKED, round, machine * slower * (1 + 0.001 * round), false));
    }
    return figures;
  }

  private static FigureRow tracked(OverloadFigures figures, CpuPlan plan) {
    return OverloadTables.of(figures, plan).getFirst().rows().get(1);
  }

  @Test
  void ratiosAreTakenWithinARound() throws Exception {
    FigureRow row = tracked(rounds(0.9), THREE);

    assertThat(row.figures().get(1).orElseThrow()).isBetween(0.9, 0.906);
    assertThat(row.remark()).isEqualTo("outside noise");
  }

  @Test
  void differenceThatRoundsDoNotAgreeOnIsNoise() throws Exception {
    assertThat(tracked(rounds(0.998), THREE).remark()).isEqualTo("inside noise");
  }

  @Test
  void replayThatMissedItsScheduleIsLeftOutAndNamed() throws Exception {
    OverloadFigures figures = rounds(0.9);
    figures.add(process(OverloadCase.READER_1K, 2, 1, true));

    assertThat(figures.late()).containsExactly(OverloadCase.READER_1K.title() + " of round 3");
    assertThat(figures.notOverloaded()).isEmpty();
    assertThat(OverloadTables.of(figures, THREE).getFirst().rows().get(2).judgement())
        .hasValue(Judgement.MISSED);
  }

  @Test
  void replayWhoseLanesKeptUpIsLeftOutAndNamed() throws Exception {
    OverloadFigures figures = rounds(0.9);
    figures.add(process(OverloadCase.READER_1K, 2, 1, false, true));

    assertThat(figures.notOverloaded())
        .containsExactly(OverloadCase.READER_1K.title() + " of round 3");
    assertThat(OverloadTables.of(figures, THREE).getFirst().rows().get(2).figures().getFirst())
        .isEmpty();
  }

  @Test
  void lanesThatEndWithTheIssuerKeptUp() {
    assertThat(OverloadTrial.keptUp(760, 750)).isTrue();
    assertThat(OverloadTrial.keptUp(900, 750)).isFalse();
  }

  @Test
  void caseWithoutARoundThatCountsIsMissed() {
    assertThat(OverloadTables.of(new OverloadFigures(), THREE).getFirst().rows())
        .hasSize(OverloadCase.values().length)
        .allMatch(row -> row.judgement().equals(Optional.of(Judgement.MISSED)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "case",
        "achieved_block_ops_per_sec",
        "reads_per_second",
        "missed_schedule",
        "kept_up"
      })
  void figureThatIsMissingIsNoZero(String name) throws Exception {
    ProcessLines process = process(OverloadCase.TRACKED, 0, 5, false);
    ((ObjectNode) process.lines().getFirst()).remove(name);

    assertThatThrownBy(() -> new OverloadFigures().add(process)).hasMessageContaining(name);
  }

  @Test
  void rowSaysWhatWasRunInstead() throws Exception {
    assertThat(tracked(rounds(0.9), TWO).remark()).contains("too few processors");
  }

  @Test
  void processWithoutAReplayIsRefused() {
    assertThatThrownBy(() -> new OverloadFigures().add(new ProcessLines("TRACKED", 0, List.of())))
        .hasMessageContaining("no replay");
  }

  @Test
  void ofFourRoundsNothingIsSaid() throws Exception {
    var figures = new OverloadFigures();
    for (int round = 0; round < 4; round++) {
      figures.add(process(OverloadCase.UNTRACKED, round, 1e7, false));
      figures.add(process(OverloadCase.TRACKED, round, 5e6, false));
    }

    assertThat(tracked(figures, THREE).remark()).isEqualTo("4 rounds, too few to tell noise");
  }
}
