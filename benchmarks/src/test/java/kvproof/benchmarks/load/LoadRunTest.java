package kvproof.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import kvproof.soak.trace.TraceScript;
import kvproof.soak.trace.TraceSettings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadRunTest {
  private static final TraceSettings SETTINGS = new TraceSettings(2, 2, 4, 1, Long.MAX_VALUE, true);

  @TempDir Path folder;

  private TraceScript script;

  @BeforeEach
  void fourRequestsOverASecond() throws IOException {
    Path trace = folder.resolve("trace.jsonl");
    Files.writeString(
        trace,
        """
        {"timestamp":500,"input_length":1024,"output_length":1,"hash_ids":[1,2]}
        {"timestamp":500,"input_length":1024,"output_length":1,"hash_ids":[1,3]}
        {"timestamp":1000,"input_length":1536,"output_length":1,"hash_ids":[4,5,6]}
        {"timestamp":1500,"input_length":1024,"output_length":1,"hash_ids":[1,2]}
        """);
    script = TraceScript.of(trace, SETTINGS, 4);
  }

  /** Four requests at two a second take two seconds, spread as the trace has them. */
  @Test
  void requestsAreDueAsTheTraceHasThemAtTheLoadThatIsOffered() {
    assertThat(LoadRun.dueNanos(script.arrivals(), new LoadPlan(2, 1, false)))
        .containsExactly(0, 0, 1_000_000_000L, 2_000_000_000L);
    assertThat(LoadRun.dueNanos(script.arrivals(), new LoadPlan(0, 1, false)))
        .containsExactly(0, 0, 0, 0);
  }

  @Test
  void lateIsWhatIsLaterThanTheLastRequestMayTake() {
    assertThat(LoadRun.isMissed(49, 0)).isFalse();
    assertThat(LoadRun.isMissed(51, 0)).isTrue();
    assertThat(LoadRun.isMissed(149, 5_000_000_000L)).isFalse();
    assertThat(LoadRun.isMissed(151, 5_000_000_000L)).isTrue();
    assertThat(LoadRun.isBehind(549, 5_000_000_000L)).isFalse();
    assertThat(LoadRun.isBehind(551, 5_000_000_000L)).isTrue();
  }

  /** Two in ten milliseconds: the last one cannot be finished before it is due. */
  @Test
  void indexEndsAsTheCachesDo() {
    for (boolean tracked : new boolean[] {false, true}) {
      LoadResult result = new LoadRun(script, new LoadPlan(400, 1, tracked)).run();

      assertThat(result.differingBlocks()).isZero();
      assertThat(result.figures()).containsOnlyKeys(LoadFigure.values());
      assertThat(result.achievedPerSecond()).isBetween(0.001, 400.0);
      assertThat(result.figures().get(LoadFigure.LOOK_UP_P50)).isPositive();
    }
  }

  @Test
  void everyWayOfPlayingItEndsWithTheSameAnswers() {
    LoadResult one = new LoadRun(script, new LoadPlan(0, 1, false)).run();
    LoadResult other = new LoadRun(script, new LoadPlan(400, 2, true)).run();

    assertThat(other.answers()).isEqualTo(one.answers());
    assertThat(other.script()).isEqualTo(one.script());
  }

  @Test
  void runIsReadBackFromItsLine() throws IOException {
    LoadResult result = new LoadRun(script, new LoadPlan(0, 2, false)).run();

    assertThat(LoadLines.read(List.of(new ObjectMapper().readTree(LoadLines.print(result)))))
        .isEqualTo(result);
  }

  @Test
  void lineThatLacksAFigureIsRefusedByName() throws IOException {
    var line = new ObjectMapper().readTree("{\"kind\":\"load\",\"look_up_p50_us\":1}");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> LoadLines.read(List.of(line)))
        .withMessageContaining("no look_up_p99_us in");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LoadLines.read(List.of()))
        .withMessageContaining("no line of kind load");
  }
}
