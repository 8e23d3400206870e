package kvproof.benchmarks.clear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import kvproof.benchmarks.judgement.Judgement;
import kvproof.benchmarks.section.FigureTable;
import kvproof.model.KvCacheEvent;
import kvproof.router.ReferenceRouter;
import org.junit.jupiter.api.Test;

class ClearTablesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static ObjectNode line(double before, double during) {
    return JSON.createObjectNode()
        .put("kind", "clear_timed")
        .put("workers", 64)
        .put("blocks", 1_000_000)
        .put("clears", 100)
        .put("processors", 2)
        .put("look_ups_per_second", 100_000)
        .put("look_ups_before", 500_000)
        .put("look_ups_during", 20_000)
        .put("before_call_p99_us", 1)
        .put("during_call_p99_us", 1)
        .put("clear_p50_us", 900)
        .put("before_p50_us", 1)
        .put("before_p99_us", before)
        .put("during_p50_us", 1)
        .put("during_p99_us", during)
        .put("during_worst_us", 50);
  }

  @Test
  void twiceAsSlowIsMetAndMoreIsMissed() {
    FigureTable table = ClearTables.of(List.of(List.of(line(10, 20)), List.of(line(10, 20.1))));

    assertThat(table.rows())
        .extracting(row -> row.judgement().orElseThrow())
        .containsExactly(Judgement.MET, Judgement.MISSED);
  }

  @Test
  void withoutLookUpsOrProcessorsNothingIsJudged() {
    FigureTable table =
        ClearTables.of(
            List.of(
                List.of(line(10, 0).put("look_ups_during", 999)),
                List.of(line(10, 1).put("processors", 1)),
                List.of(line(10, 1).put("before_p50_us", 10.1)),
                List.of(line(10, 1).put("look_ups_during", 1_000)),
                List.of()));

    assertThat(table.rows())
        .extracting(row -> row.judgement().orElseThrow())
        .containsExactly(
            Judgement.NOT_JUDGED,
            Judgement.NOT_JUDGED,
            Judgement.NOT_JUDGED,
            Judgement.MET,
            Judgement.MISSED);
    assertThat(table.rows().getFirst().goals().getFirst().reason()).contains("999 during: too few");
  }

  @Test
  void clearThatClearsNothingEndsTheTrial() {
    var fixture = new ClearFixture(8, 5);
    var router = new ReferenceRouter();
    for (int worker = 0; worker < fixture.workers(); worker++) {
      fixture.events(worker).forEach(router::apply);
    }
    ClearTrial.requireHeld(router.heldBlocks(), fixture, false);

    assertThatThrownBy(() -> ClearTrial.requireHeld(router.heldBlocks(), fixture, true))
        .hasMessageContaining("625 of them by worker 1 after its clear");
    router.apply(KvCacheEvent.Cleared.of(ClearFixture.rank(1)));
    ClearTrial.requireHeld(router.heldBlocks(), fixture, true);
    assertThatThrownBy(() -> ClearTrial.requireHeld(router.heldBlocks(), fixture, false))
        .hasMessageContaining("4375 blocks are held");
  }

  @Test
  void lineWithoutAFigureIsNamed() {
    ObjectNode broken = line(10, 20);
    broken.remove("during_p99_us");

    assertThatThrownBy(() -> ClearTables.of(List.of(List.of(broken))))
        .hasMessageContaining("no number during_p99_us");
  }

  /** A few rounds over few blocks: every figure is there, and look-ups were made meanwhile. */
  @Test
  void trialPrintsWhatTheTableReads() throws Exception {
    var printed = new ByteArrayOutputStream();
    var trial =
        new ClearTrial(
            new ClearFixture(8, 5), new PrintStream(printed, true, StandardCharsets.UTF_8));
    trial.rounds = 3;

    assertThat(trial.call()).isZero();

    List<JsonNode> lines = new ArrayList<>();
    for (String text : printed.toString(StandardCharsets.UTF_8).lines().toList()) {
      lines.add(JSON.readTree(text));
    }
    assertThat(ClearTables.of(List.of(lines)).rows()).hasSize(1);
    assertThat(lines.getLast().path("clears").asInt()).isEqualTo(3);
    assertThat(lines.getLast().path("look_ups_before").asInt()).isGreaterThanOrEqualTo(15_000);
  }

  @Test
  void fixtureHoldsWhatItSays() {
    var fixture = new ClearFixture(16, 10);
    var router = new ReferenceRouter();
    for (int worker = 0; worker < fixture.workers(); worker++) {
      for (KvCacheEvent event : fixture.events(worker)) {
        router.apply(event);
      }
    }

    assertThat(router.heldBlocks()).hasSize((int) fixture.blocks());
    assertThat(ClearFixture.standard().blocks()).isEqualTo(1_000_000);
    assertThatThrownBy(() -> new ClearFixture(0, 10)).hasMessageContaining("0 workers");
  }
}
