package kvproof.benchmarks.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import kvproof.benchmarks.judgement.RatioInterval;
import kvproof.benchmarks.load.LoadFigure;
import kvproof.benchmarks.load.LoadVerdict.Line;
import kvproof.benchmarks.section.Section;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerdictCommandTest {
  private static final String REQUEST =
      "{\"timestamp\":%d,\"input_length\":1024,\"output_length\":1,\"hash_ids\":[1,%d]}\n";

  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private int run(String... args) {
    return BenchMain.execute(args, new PrintStream(out, true, StandardCharsets.UTF_8));
  }

  private Path trace() throws IOException {
    var lines = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      lines.append(REQUEST.formatted(i, 2 + i));
    }
    return Files.writeString(folder.resolve("trace.jsonl"), lines);
  }

  @ParameterizedTest
  @CsvSource({
    "--rounds, 4",
    "--load, 100",
    "--lanes, 0",
    "--block-tokens, 48",
    "--rate, 0",
    "--workers, 0",
  })
  void valueOutOfRangeIsRefused(String option, String value) throws IOException {
    assertThat(run("replay", trace().toString(), "--verdict", option, value)).isEqualTo(2);
    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void baselineThatCannotPlayTracesIsRefusedBeforeAnythingRuns() throws IOException {
    Path jar = folder.resolve("old.jar");
    try (var zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      zip.putNextEntry(new ZipEntry("kvproof/Old.class"));
    }

    assertThat(run("replay", trace().toString(), "--verdict", "--baseline", jar.toString()))
        .isEqualTo(2);
    assertThat(run("replay", trace().toString(), "--verdict", "--baseline", "missing.jar"))
        .isEqualTo(2);
    assertThat(run("replay", folder.toString(), "--verdict")).isEqualTo(2);
    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  private static VerdictReport report(int voidRuns, double ratio) {
    return report(voidRuns, ratio, 1.05);
  }

  private static VerdictReport report(int voidRuns, double ratio, double noiseUpTo) {
    var line =
        new Line(
            LoadFigure.LOOK_UP_P50,
            1,
            ratio,
            new RatioInterval(ratio, ratio - 0.02, ratio + 0.02, 6),
            new RatioInterval(1, 0.95, noiseUpTo, 6));
    return new VerdictReport(
        new Section("verdict", new TreeMap<>(), List.of(), List.of()),
        Optional.of(List.of(line)),
        6,
        500,
        voidRuns == 0 ? List.of() : List.of("tracked, round 1: void"),
        voidRuns);
  }

  @Test
  void closingLineSaysOutsideInsideOrVoid() {
    assertThat(report(0, 1.01).closingLine())
        .isEqualTo("VERDICT inside_noise rounds=6 left_out=0 void=0 requests_per_second=500");
    assertThat(report(0, 1.2).closingLine()).startsWith("VERDICT outside_noise ");
    assertThat(report(1, 1.01).closingLine()).startsWith("VERDICT void rounds=6 left_out=1 void=1");
    assertThat(report(0, 1.01).isInsideNoise()).isTrue();
    assertThat(report(0, 1.2).isInsideNoise()).isFalse();
    assertThat(report(1, 1.01).isInsideNoise()).isFalse();
    assertThat(report(0, 1.2, 2).isInsideNoise()).isFalse();
    assertThat(report(0, 1.2, 2).closingLine()).startsWith("VERDICT none rounds=6 ");
  }
}
