package kvproof.benchmarks.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import kvproof.benchmarks.judgement.Judgement;
import kvproof.benchmarks.section.FigureRow;
import kvproof.benchmarks.section.FigureTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SelectionTablesTest {
  private static JsonNode json(String text) throws Exception {
    return new ObjectMapper().readTree(text.replace('\'', '"'));
  }

  private static JsonNode ours(String kind, int workers, double p50, double bytes)
      throws Exception {
    return json(
        ("{'kind':'selection_timed','case':'%s','workers':%d,'decay':0.0,'temperature':0.0,"
                + "'selected':1,'allocated_bytes_per_call':%s,"
                + "'latency':{'rounds':[{'p50':9e9,'p99':9e9},{'p50':%s,'p99':9}]}}")
            .formatted(kind, workers, bytes, p50));
  }

  private static JsonNode peer(int workers, double p50) throws Exception {
    return peer(workers, p50, 1);
  }

  private static JsonNode peer(int workers, double p50, int selected) throws Exception {
    return json(
        ("{'kind':'selection','selector':'default','scenario':'direct','temperature':0.0,"
                + "'workers':%d,'selected':%d,'allocated_bytes_per_selection':0,"
                + "'latency':{'rounds':[{'p50':%s,'p99':9}]}}")
            .formatted(workers, selected, p50));
  }

  private static Optional<Judgement> first(SelectionFigures figures, int table) {
    return row(figures, table).judgement();
  }

  /** Of 32 workers with counts as they are. */
  private static FigureRow row(SelectionFigures figures, int table) {
    return SelectionTables.of(figures).get(table).rows().stream()
        .filter(
            row ->
                row.title().equals("32 workers, live")
                    || row.title().equals("default, 32 workers, decay 0, temperature 0.0"))
        .findFirst()
        .orElseThrow();
  }

  private static SelectionFigures figures(JsonNode... ours) {
    var figures = new SelectionFigures();
    figures.addOurs(List.of(ours));
    return figures;
  }

  @Test
  void defaultSelectionMustNotBeSlowerThanThePeerOfTheSameRun() throws Exception {
    SelectionFigures slower = figures(ours("DEFAULT", 32, 0.5, 0));
    slower.addPeer(List.of(peer(32, 0.4)));
    SelectionFigures faster = figures(ours("DEFAULT", 32, 0.5, 0));
    faster.addPeer(List.of(peer(32, 0.6)));

    assertThat(first(slower, 0)).hasValue(Judgement.MISSED);
    assertThat(first(faster, 0)).hasValue(Judgement.MET);
  }

  @Test
  void withoutThePeerTimeIsNotJudgedAndWhatIsKnownOfItIsShown() throws Exception {
    SelectionFigures alone = figures(ours("DEFAULT", 32, 99, 0));

    assertThat(first(alone, 0)).hasValue(Judgement.NOT_JUDGED);
    assertThat(row(alone, 0).figures().getLast()).hasValue(0.63);
  }

  @Test
  void caseThatThePeerLeavesOutIsMissed() throws Exception {
    SelectionFigures figures = figures(ours("DEFAULT", 32, 0.5, 0));
    figures.addPeer(List.of(peer(2, 0.6)));

    assertThat(first(figures, 0)).hasValue(Judgement.MISSED);
  }

  @Test
  void choiceOtherThanThePeersIsMissedThoughOneProcessAgrees() throws Exception {
    SelectionFigures figures = figures(ours("DEFAULT", 32, 0.5, 0));
    figures.addPeer(List.of(peer(32, 0.6, 2)));
    figures.addPeer(List.of(peer(32, 0.6, 1)));

    assertThat(first(figures, 0)).hasValue(Judgement.MISSED);
    assertThat(row(figures, 0).remark()).isEqualTo("ours chose [1], the peer [1, 2]");
  }

  @Test
  void caseThatNobodyMeasuredIsMissed() throws Exception {
    List<FigureTable> tables = SelectionTables.of(figures(ours("DEFAULT", 32, 0.5, 0)));

    assertThat(tables).extracting(table -> table.rows().size()).containsExactly(32, 8, 2);
    assertThat(tables.stream().flatMap(table -> table.rows().stream()))
        .filteredOn(row -> row.judgement().equals(Optional.of(Judgement.MISSED)))
        .hasSize(31 + 8 + 2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"allocated_bytes_per_call", "selected", "decay", "workers"})
  void figureThatIsMissingIsNoZero(String name) throws Exception {
    ObjectNode line = (ObjectNode) ours("DEFAULT", 32, 0.5, 0);
    line.remove(name);

    assertThatThrownBy(() -> figures(line)).hasMessageContaining(name);
  }

  @Test
  void roundWithoutATimeIsNoZero() throws Exception {
    ObjectNode line = (ObjectNode) ours("DEFAULT", 32, 0.5, 0);
    line.putObject("latency").putArray("rounds").addObject().put("p50", 1);
    ObjectNode written = (ObjectNode) write(true, 1, 1);
    written.remove("register_10000_ms");

    assertThatThrownBy(() -> figures(line)).hasMessageContaining("p99");
    assertThatThrownBy(
            () -> new SelectionFigures().addWrites(List.of(write(false, 1, 1)), List.of(written)))
        .hasMessageContaining("register_10000_ms");
  }

  @Test
  void byteThatIsAllocatedIsMissed() throws Exception {
    assertThat(first(figures(ours("DEFAULT", 32, 0.1, 0.5)), 0)).hasValue(Judgement.MISSED);
  }

  /** 32 candidates, 1.0 ns each published; the machine takes twice as long: 0.064 us. */
  @Test
  void whatCountsAddIsJudgedACandidateByTheScaleOfTheRun() throws Exception {
    SelectionFigures within = figures(ours("NOT_READ", 32, 0.5, 0), ours("READ", 32, 0.563, 0));
    SelectionFigures beyond = figures(ours("NOT_READ", 32, 0.5, 0), ours("READ", 32, 0.565, 0));
    SelectionFigures alone = figures(ours("NOT_READ", 32, 0.5, 0), ours("READ", 32, 0.501, 0));
    within.addPeer(List.of(peer(32, 0.834)));
    beyond.addPeer(List.of(peer(32, 0.834)));

    assertThat(first(within, 1)).hasValue(Judgement.MET);
    assertThat(first(beyond, 1)).hasValue(Judgement.MISSED);
    assertThat(first(alone, 1)).hasValue(Judgement.NOT_JUDGED);
  }

  /** The best of all would be 0.532 less 0.45. */
  @Test
  void whatCountsAddIsTheMiddleOfWhatEachProcessShows() throws Exception {
    SelectionFigures figures = figures(ours("NOT_READ", 32, 0.5, 0), ours("READ", 32, 0.532, 0));
    figures.addOurs(List.of(ours("NOT_READ", 32, 0.6, 0), ours("READ", 32, 0.664, 0)));
    figures.addOurs(List.of(ours("NOT_READ", 32, 0.45, 0), ours("READ", 32, 0.77, 0)));

    List<OptionalDouble> shown = row(figures, 1).figures();

    assertThat(shown.subList(0, 2))
        .containsExactly(OptionalDouble.of(0.45), OptionalDouble.of(0.532));
    assertThat(shown.get(2).orElseThrow()).isCloseTo(2, within(1e-9));
    assertThat(shown.get(3).orElseThrow()).isCloseTo(1, within(1e-9));
    assertThat(shown.get(4).orElseThrow()).isCloseTo(10, within(1e-9));
  }

  @Test
  void casesOfTwoProcessesAreNotSubtracted() throws Exception {
    SelectionFigures figures = figures(ours("NOT_READ", 32, 0.5, 0));
    figures.addOurs(List.of(ours("READ", 32, 0.6, 0)));

    assertThat(first(figures, 1)).hasValue(Judgement.MISSED);
  }

  @Test
  void registeringHasASecond() throws Exception {
    var figures = new SelectionFigures();
    figures.addWrites(List.of(write(false, 100, 1_001)), List.of(write(true, 130, 1_002)));
    List<FigureRow> rows = SelectionTables.of(figures).get(2).rows();

    assertThat(rows.get(2).figures().getFirst()).hasValue(30);
    assertThat(rows.getLast().judgement()).hasValue(Judgement.MISSED);
  }

  @Test
  void casesThatWereMixedUpAreRefused() {
    assertThatThrownBy(
            () ->
                new SelectionFigures()
                    .addWrites(List.of(write(true, 1, 1)), List.of(write(true, 1, 1))))
        .hasMessageContaining("the other case");
  }

  private static JsonNode write(boolean tracks, double nanos, double millis) throws Exception {
    return json(
        "{'kind':'resident_write','tracks':%s,'rounds':[9999,%s],'register_10000_ms':%s}"
            .formatted(tracks, nanos, millis));
  }
}
