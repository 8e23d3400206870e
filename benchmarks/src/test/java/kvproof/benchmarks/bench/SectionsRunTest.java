package kvproof.benchmarks.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import kvproof.benchmarks.section.FigureRow;
import kvproof.benchmarks.section.FigureTable;
import kvproof.benchmarks.section.Section;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SectionsRunTest {
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

  private String text() {
    return printed.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "--processes, 0",
    "--processes, -1",
    "--rounds, 0",
    "--millis, 0",
    "--copies, 0",
    "--rates, 0",
    "--noise-processes, -1",
  })
  void runOfNothingIsRefusedBeforeAnythingRuns(String option, String value) {
    for (String section : List.of("--overload", "--events", "--selection", "--clear")) {
      assertThat(BenchMain.execute(new String[] {"bench", section, option, value}, out))
          .isEqualTo(2);
    }
    assertThat(text()).isEmpty();
  }

  @Test
  void inventoryThatDoesNotExistIsRefused() {
    assertThat(BenchMain.execute(new String[] {"bench", "--only", "typo"}, out)).isEqualTo(2);
    assertThat(text()).isEmpty();
  }

  @Test
  void streamThatDoesNotExistIsNoSuccess() {
    String[] args = {"bench", "--events", "--only", "typo"};

    assertThat(BenchMain.execute(args, out)).isEqualTo(1);
    assertThat(text()).contains("failed: nothing was measured of events");
  }

  @Test
  void sectionWithACaseThatNobodyMeasuredFails() throws Exception {
    assertThat(show(new FigureRow("read", List.of(), List.of(), ""))).isTrue();
    assertThat(show(FigureRow.missing("gone", 0))).isFalse();
    assertThat(text()).contains("processes with figures of it is 0");
  }

  @Test
  void sectionWithoutRowsFails() throws Exception {
    assertThat(show()).isFalse();
    assertThat(text()).contains("failed: nothing was measured of speed", "peer=no_side");
  }

  private boolean show(FigureRow... rows) throws Exception {
    var table = new FigureTable("Speed", List.of(), List.of(), List.of(rows));
    var section = new Section("speed", new TreeMap<>(), List.of(table), List.of());
    return new SectionsRun(new BenchOptions(), new SectionOptions(), Duration.ofSeconds(1), out)
        .show(section, "no_side", null);
  }

  @Test
  void factsOfASectionAreItsOwn() {
    var options = new BenchOptions();

    assertThat(RunFacts.of(Pinning.none(), "3 processes"))
        .containsEntry("plan", "3 processes")
        .doesNotContainKeys("seed", "peer");
    assertThat(RunFacts.of(options, Pinning.none(), "3 processes"))
        .containsEntry("peer", "not built")
        .doesNotContainKey("seed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--processes", "--rounds"})
  void inventoriesAreRefusedLikewise(String option) {
    assertThat(BenchMain.execute(new String[] {"bench", option, "0"}, out)).isEqualTo(2);
  }
}
