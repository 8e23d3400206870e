package kvproof.benchmarks.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import kvproof.benchmarks.section.FigureRow;
import kvproof.benchmarks.verdict.Judgement;
import org.junit.jupiter.api.Test;

class EventTablesTest {
  private static JsonNode json(String text) throws Exception {
    return new ObjectMapper().readTree(text.replace('\'', '"'));
  }

  private static JsonNode ours(String stream, int lanes, long pool, long drain) throws Exception {
    return json(
        ("{'kind':'events_timed','stream':'%s','tier':'device','lanes':%d,'pool':[1,%d],"
                + "'drain':[%d,2],'drain_per_cpu_second':[%d]}")
            .formatted(stream, lanes, pool, drain, drain));
  }

  private static JsonNode peer(int threads, long pool, long drain, int dumped) throws Exception {
    return json(
        ("{'kind':'events','index':'device Tree','event_threads':%d,'pool':{'best':%d},"
                + "'drain':{'best':%d,'per_cpu_second_best':%d},"
                + "'check':{'resident_blocks':7,'dumped_blocks':%d}}")
            .formatted(threads, pool, drain, drain, dumped));
  }

  private static EventFigures figures(StreamKind kind, JsonNode... lines) {
    var figures = new EventFigures();
    figures.add(kind, List.of(lines));
    return figures;
  }

  private static FigureRow row(StreamKind kind, EventFigures ours, EventFigures peer) {
    return EventTables.of(List.of(kind), ours, peer).getFirst().rows().getFirst();
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

  @Test
  void withoutThePeerWhatIsKnownOfItCounts() throws Exception {
    var nobody = new EventFigures();

    assertThat(
            row(
                    StreamKind.SYNTHETIC,
                    figures(StreamKind.SYNTHETIC, ours("synthetic", 1, 16_900_000, 1)),
                    nobody)
                .judgement())
        .hasValue(Judgement.MISSED);
    assertThat(
            row(
                    StreamKind.SYNTHETIC,
                    figures(StreamKind.SYNTHETIC, ours("synthetic", 1, 17_100_000, 1)),
                    nobody)
                .judgement())
        .hasValue(Judgement.MET);
    assertThat(
            row(
                    StreamKind.CONVERSATION_512,
                    figures(StreamKind.CONVERSATION_512, ours("mooncake512", 1, 99_000_000, 1)),
                    nobody)
                .judgement())
        .hasValue(Judgement.NOT_JUDGED);
  }

  @Test
  void bestRoundOfAllProcessesIsTheFigure() throws Exception {
    var figures = figures(StreamKind.SYNTHETIC, ours("synthetic", 1, 5, 9));
    figures.add(StreamKind.SYNTHETIC, List.of(ours("synthetic", 1, 8, 4)));

    assertThat(figures.rates(new EventFigures.Case("synthetic", "device", 1)))
        .hasValue(new EventFigures.Rates(8, 9, 9));
  }

  @Test
  void peerWhoseIndexIsWrongSetsNoBar() {
    assertThatThrownBy(() -> figures(StreamKind.SYNTHETIC, peer(1, 1, 1, 6)))
        .hasMessageContaining("not what its caches hold");
  }
}
