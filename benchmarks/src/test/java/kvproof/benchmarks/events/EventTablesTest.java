package kvproof.benchmarks.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import kvproof.benchmarks.events.EventTables.Asked;
import kvproof.benchmarks.judgement.Goal;
import kvproof.benchmarks.judgement.Judgement;
import kvproof.benchmarks.section.FigureRow;
import kvproof.benchmarks.section.FigureTable;
import org.junit.jupiter.api.Test;

class EventTablesTest {
  private static JsonNode json(String text) throws Exception {
    return new ObjectMapper().readTree(text.replace('\'', '"'));
  }

  private static JsonNode ours(String stream, int lanes, long pool, long drain) throws Exception {
    return json(
        ("{'kind':'events_timed','stream':'%s','tier':'device','lanes':%d,'copies':1,'pool':[1,%d],"
                + "'events':3,'stored_blocks':9,'removed_blocks':2,"
                + "'drain':[%d,2],'drain_per_cpu_second':[%d]}")
            .formatted(stream, lanes, pool, drain, drain));
  }

  private static JsonNode peer(int threads, long pool, long drain, int dumped) throws Exception {
    return peer(threads, pool, drain, dumped, 0, 9);
  }

  private static JsonNode peer(
      int threads, long pool, long drain, int dumped, int prefixes, int stored) throws Exception {
    return json(
        ("{'kind':'events','index':'device Tree','event_threads':%d,'pool':{'best':%d},"
                + "'events':3,'stored_blocks':%d,'removed_blocks':2,"
                + "'drain':{'best':%d,'per_cpu_second_best':%d},"
                + "'check':{'resident_blocks':7,'dumped_blocks':%d,'prefixes_differing':%d}}")
            .formatted(threads, pool, stored, drain, drain, dumped, prefixes));
  }

  private static EventFigures figures(StreamKind kind, JsonNode... lines) {
    var figures = new EventFigures();
    figures.add(kind, List.of(lines));
    return figures;
  }

  private static FigureRow row(StreamKind kind, EventFigures ours, EventFigures peer) {
    return row(new Asked(List.of(kind), List.of(), false), ours, peer);
  }

  /** Of one lane on the device tier. */
  private static FigureRow row(Asked asked, EventFigures ours, EventFigures peer) {
    FigureRow row = EventTables.of(asked, ours, peer).getFirst().rows().get(1);
    assertThat(row.title()).endsWith("device, one lane, one copy");
    return row;
  }

  @Test
  void lanesMustReachThePeerOfTheSameRun() throws Exception {
    EventFigures ours = figures(StreamKind.SYNTHETIC, ours("synthetic", 1, 20_000_000, 30_000_000));

    FigureRow faster =
        row(
            StreamKind.SYNTHETIC,
            ours,
            figures(StreamKind.SYNTHETIC, peer(1, 19_000_000, 29_000_000, 7)));
    FigureRow slowerFromFullQueues =
        row(
            StreamKind.SYNTHETIC,
            ours,
            figures(StreamKind.SYNTHETIC, peer(1, 19_000_000, 31_000_000, 7)));

    assertThat(faster.judgement()).hasValue(Judgement.MET);
    assertThat(slowerFromFullQueues.judgement()).hasValue(Judgement.MISSED);
  }

  /** The peer keeps one: what is applied twice is no match for it, and is not meant to be. */
  @Test
  void lanesWithTwoCopiesAreShownAndNotJudged() throws Exception {
    ObjectNode twice = (ObjectNode) ours("synthetic", 1, 10_000_000, 10_000_000);
    twice.put("copies", 2);
    EventFigures ours = figures(StreamKind.SYNTHETIC, twice);
    EventFigures peer = figures(StreamKind.SYNTHETIC, peer(1, 20_000_000, 20_000_000, 7));
    var asked = new Asked(List.of(StreamKind.SYNTHETIC), List.of(), false);

    FigureRow row = EventTables.of(asked, ours, peer).getFirst().rows().get(3);

    assertThat(row.title()).endsWith("device, one lane, two copies");
    assertThat(row.judgement()).isEmpty();
    assertThat(row.figures().getFirst()).hasValue(10);
    assertThat(row.figures().get(6)).hasValue(0.5);
    assertThat(EventTables.of(asked, ours, peer).getFirst().rows().get(1).judgement())
        .hasValue(Judgement.MISSED);
  }

  /** Of a peer that is known to be wrong not even the figures are shown beside such a row. */
  @Test
  void peerThatSetsNoBarIsNotComparedWithTwoCopiesEither() throws Exception {
    ObjectNode twice = (ObjectNode) ours("synthetic", 1, 10_000_000, 10_000_000);
    twice.put("copies", 2);
    var asked = new Asked(List.of(StreamKind.SYNTHETIC), List.of(), false);

    for (JsonNode wrong : List.of(peer(1, 1, 1, 6), peer(1, 10, 10, 7, 0, 8))) {
      FigureRow row =
          EventTables.of(
                  asked,
                  figures(StreamKind.SYNTHETIC, twice, ours("synthetic", 1, 1, 1)),
                  figures(StreamKind.SYNTHETIC, wrong))
              .getFirst()
              .rows()
              .get(3);
      assertThat(row.figures().get(3)).isEmpty();
      assertThat(row.figures().get(6)).isEmpty();
    }
  }

  private static JsonNode lookUps(int rate, int copies, long made, double p99) throws Exception {
    return json(
        ("{'kind':'events_look_ups','stream':'synthetic','tier':'device','timed':"
                + "{'ratePerSecond':%d,'copies':%d,'lookUps':%d,'p50':1,'p99':%s,'p999':9,'worst':9,"
                + "'callP50':1,'callP99':1,'callP999':1,'blocksPerSecond':1}}")
            .formatted(rate, copies, made, p99));
  }

  @Test
  void lookUpsAreThoseOfTheirRateAndCopies() throws Exception {
    EventFigures ours =
        figures(
            StreamKind.SYNTHETIC,
            lookUps(100, 1, 5, 4),
            lookUps(100, 1, 5, 3),
            lookUps(100, 1, 0, 0),
            lookUps(100, 2, 5, 2),
            lookUps(200, 1, 5, 1));
    var asked = new Asked(List.of(StreamKind.SYNTHETIC), List.of(100), false);

    List<FigureRow> rows = EventTables.of(asked, ours, new EventFigures()).getLast().rows();

    assertThat(rows.get(0).title()).endsWith("device, 100 look-ups/s, one copy");
    assertThat(rows.get(0).figures().get(1)).hasValue(3);
    assertThat(rows.get(1).title()).endsWith("device, 100 look-ups/s, two copies");
    assertThat(rows.get(1).figures().get(1)).hasValue(2);
  }

  @Test
  void withoutThePeerNothingIsJudgedAndWhatIsKnownOfItIsShown() throws Exception {
    FigureRow slow =
        row(
            StreamKind.SYNTHETIC,
            figures(StreamKind.SYNTHETIC, ours("synthetic", 1, 1, 1)),
            new EventFigures());

    assertThat(slow.judgement()).hasValue(Judgement.NOT_JUDGED);
    assertThat(slow.figures().getLast()).hasValue(17);
    EventFigures noLane = figures(StreamKind.SYNTHETIC, ours("synthetic", 0, 1, 1));
    var asked = new Asked(List.of(StreamKind.SYNTHETIC), List.of(), false);
    assertThat(
            EventTables.of(asked, noLane, noLane).getFirst().rows().getFirst().figures().getLast())
        .isEmpty();
  }

  @Test
  void sliceOfTheTraceIsNotJudged() throws Exception {
    StreamKind kind = StreamKind.CONVERSATION_512;
    EventFigures ours = figures(kind, ours("mooncake512", 1, 99_000_000, 99_000_000));
    EventFigures peer = figures(kind, peer(1, 1, 1, 7));

    assertThat(row(new Asked(List.of(kind), List.of(), true), ours, peer).judgement())
        .hasValue(Judgement.NOT_JUDGED);
    assertThat(row(new Asked(List.of(kind), List.of(), false), ours, peer).judgement())
        .hasValue(Judgement.MET);
  }

  @Test
  void caseThatNobodyMeasuredIsMissed() throws Exception {
    var asked = new Asked(List.of(StreamKind.SYNTHETIC), List.of(1_000), false);
    EventFigures oneCase = figures(StreamKind.SYNTHETIC, ours("synthetic", 1, 5, 9));
    List<FigureTable> tables = EventTables.of(asked, oneCase, new EventFigures());

    assertThat(tables.get(0).rows()).hasSize(10);
    assertThat(tables.get(0).rows())
        .filteredOn(row -> row.judgement().equals(Optional.of(Judgement.MISSED)))
        .hasSize(9);
    assertThat(tables.get(1).rows()).hasSize(2).allMatch(EventTablesTest::isMissed);
    assertThat(tables.get(2).rows()).hasSize(4).allMatch(EventTablesTest::isMissed);
  }

  /** The peer runs the same cases: one that it leaves out is no case without a peer. */
  @Test
  void caseThatThePeerLeavesOutIsMissed() throws Exception {
    var asked = new Asked(List.of(StreamKind.SYNTHETIC), List.of(), false);
    EventFigures ours = figures(StreamKind.SYNTHETIC, ours("synthetic", 2, 5, 9));
    EventFigures peer = figures(StreamKind.SYNTHETIC, peer(1, 1, 1, 7));

    assertThat(EventTables.of(asked, ours, peer).getFirst().rows().get(2).goals())
        .extracting(Goal::name)
        .containsExactly("processes of the peer with figures of it");
    assertThat(EventTables.of(asked, ours, new EventFigures()).getFirst().rows().get(2).judgement())
        .hasValue(Judgement.NOT_JUDGED);
  }

  private static boolean isMissed(FigureRow row) {
    return row.judgement().equals(Optional.of(Judgement.MISSED));
  }

  @Test
  void peerWithAnotherStreamSetsNoBar() throws Exception {
    EventFigures ours = figures(StreamKind.SYNTHETIC, ours("synthetic", 1, 20, 30));
    EventFigures other = figures(StreamKind.SYNTHETIC, peer(1, 10, 10, 7, 0, 8));

    assertThat(reason(row(StreamKind.SYNTHETIC, ours, other)))
        .contains("not the same stream", "storedBlocks=9", "storedBlocks=8");
  }

  private static String reason(FigureRow row) {
    assertThat(row.judgement()).hasValue(Judgement.NOT_JUDGED);
    return row.goals().getFirst().reason();
  }

  @Test
  void figureThatIsMissingIsNoZero() throws Exception {
    ObjectNode noRounds = (ObjectNode) ours("synthetic", 1, 20, 30);
    noRounds.putArray("pool").add("fast");
    ObjectNode noLanes = (ObjectNode) ours("synthetic", 1, 20, 30);
    noLanes.remove("lanes");
    JsonNode lookUps =
        json(
            "{'kind':'events_look_ups','stream':'s','tier':'t','timed':{'ratePerSecond':1,'copies':1}}");

    assertThatThrownBy(() -> figures(StreamKind.SYNTHETIC, noRounds)).hasMessageContaining("pool");
    assertThatThrownBy(() -> figures(StreamKind.SYNTHETIC, noLanes)).hasMessageContaining("lanes");
    assertThatThrownBy(() -> figures(StreamKind.SYNTHETIC, lookUps))
        .hasMessageContaining("lookUps");
  }

  @Test
  void bestRoundOfAllProcessesIsTheFigure() throws Exception {
    var figures = figures(StreamKind.SYNTHETIC, ours("synthetic", 1, 5, 9));
    figures.add(StreamKind.SYNTHETIC, List.of(ours("synthetic", 1, 8, 4)));

    assertThat(figures.rates(new EventFigures.Case("synthetic", "device", 1, 1)))
        .hasValue(new EventFigures.Rates(8, 9, 9));
  }

  @Test
  void peerWhoseIndexIsWrongSetsNoBar() throws Exception {
    EventFigures ours = figures(StreamKind.SYNTHETIC, ours("synthetic", 1, 20, 30));
    EventFigures lost = figures(StreamKind.SYNTHETIC, peer(1, 1, 1, 6));
    EventFigures wrong = figures(StreamKind.SYNTHETIC, peer(1, 1, 1, 7, 2, 9));

    assertThat(reason(row(StreamKind.SYNTHETIC, ours, lost)))
        .contains("index has 6 blocks, its caches 7");
    assertThat(reason(row(StreamKind.SYNTHETIC, ours, wrong))).contains("2 prefixes differ");
  }
}
