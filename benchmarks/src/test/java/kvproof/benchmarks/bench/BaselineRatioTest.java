package kvproof.benchmarks.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import kvproof.benchmarks.fixture.InventoryFixture;
import kvproof.benchmarks.timing.Latency;
import kvproof.benchmarks.timing.LatencyRound;
import kvproof.benchmarks.trial.TimedInventory;
import kvproof.benchmarks.trial.Trial;
import kvproof.benchmarks.trial.TrialMain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BaselineRatioTest {
  private static final InventoryFixture FIXTURE = InventoryFixture.SHARED_SUFFIX_4K;

  @TempDir Path folder;

  /** A process whose calls take so long; the machine slows both sides of a round down alike. */
  private static Trial trial(double nanos) {
    var calls = new Latency(List.of(new LatencyRound(nanos, nanos * 2, nanos, nanos, 100)));
    return new Trial(
        "1",
        0,
        List.of(
            new TimedInventory(
                FIXTURE.number(),
                FIXTURE.title(),
                calls,
                calls,
                Optional.of(calls),
                0,
                OptionalInt.of(16))),
        List.of());
  }

  private static BaselineRatio ratio(int rounds, double oursByBaseline) {
    List<Trial> ours = new ArrayList<>();
    List<Trial> baseline = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      double machine = 100 * (1 + round % 3);
      ours.add(trial(machine * oursByBaseline * (round % 2 == 0 ? 1.01 : 0.99)));
      baseline.add(trial(machine));
    }
    return BaselineRatio.of(ours, baseline).getFirst();
  }

  @Test
  void buildThatIsATenthSlowerIsOutsideNoiseThoughTheMachineSlowsDown() {
    assertThat(ratio(6, 1.1).isOutsideNoise()).isTrue();
    assertThat(ratio(6, 1.1).p50().median()).isBetween(1.08, 1.12);
    assertThat(ratio(6, 0.9).isOutsideNoise()).isTrue();
    assertThat(ratio(6, 1.1).text()).startsWith(" 1  4k shared suffix 8/8: p50 1.1");
  }

  @Test
  void sameBuildIsInsideNoise() {
    assertThat(ratio(6, 1).isOutsideNoise()).isFalse();
    assertThat(ratio(6, 1).text()).endsWith("; inside noise");
  }

  @Test
  void tooFewRoundsTellNothing() {
    assertThat(ratio(4, 1.5).isOutsideNoise()).isFalse();
    assertThat(ratio(4, 1.5).text()).endsWith("; 4 rounds, too few to tell noise");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BaselineRatio.of(List.of(trial(1)), List.of()))
        .withMessage("1 rounds against 0");
  }

  @Test
  void jarThatIsNoOtherBuildIsRefusedBeforeAnythingRuns() throws IOException {
    Path jar = folder.resolve("old.jar");
    try (var zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      zip.putNextEntry(new ZipEntry("kvproof/Old.class"));
    }
    var out = new ByteArrayOutputStream();

    assertThat(BaselineJar.complaint(jar, TrialMain.class).orElseThrow())
        .contains("has no kvproof.benchmarks.trial.TrialMain");
    assertThat(
            BenchMain.execute(
                new String[] {"bench", "--baseline", "missing.jar"}, new PrintStream(out)))
        .isEqualTo(2);
    assertThat(out.size()).isZero();
  }
}
