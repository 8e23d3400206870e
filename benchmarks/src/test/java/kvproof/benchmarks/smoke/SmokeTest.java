package kvproof.benchmarks.smoke;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import kvproof.benchmarks.fixture.FilledRouter;
import kvproof.benchmarks.fixture.InventoryFixture;
import kvproof.benchmarks.timing.CallTimer;
import kvproof.benchmarks.timing.TimingPlan;
import kvproof.benchmarks.trial.InventoryTrial;
import kvproof.benchmarks.trial.Operation;
import kvproof.benchmarks.trial.TimedInventory;
import kvproof.benchmarks.verdict.Rows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SmokeTest {
  private static final String TITLE = "32k fragmented 64/8";
  private static final Baseline TWO_FLOORS = baseline(2);

  private static Baseline baseline(double ratio) {
    return new Baseline(new TreeMap<>(Map.of(TITLE, ratio)));
  }

  private static List<TimedInventory> timed(double p50, double floor) {
    return timed(p50, floor, 0);
  }

  private static List<TimedInventory> timed(double p50, double floor, double bytes) {
    return List.of(
        new TimedInventory(
            6,
            TITLE,
            Rows.latency(p50, 2 * p50),
            Rows.latency(2, 3),
            Optional.of(Rows.latency(floor, floor)),
            bytes,
            OptionalInt.of(40)));
  }

  private static Smoke after(double... ratios) {
    Smoke smoke = new Smoke(TWO_FLOORS);
    for (double ratio : ratios) {
      smoke.add(timed(ratio / 2, 0.5));
    }
    return smoke;
  }

  @Test
  void inventoriesAreCountedAndNoneIsLeftOut() {
    assertThat(after().inventories()).isZero();
    assertThat(after(1, 2).inventories()).isEqualTo(1);
    assertThatThrownBy(() -> new Smoke(TWO_FLOORS).add(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(TITLE);
  }

  @Test
  void halfMoreIsAllowedAndAnyMoreIsWorse() {
    assertThat(after(3, 3, 3).worse()).isEmpty();
    assertThat(after(3.1, 3.2, 3.3).worse())
        .containsExactly(
            "32k fragmented 64/8: was 2.00 floors, is [3.1, 3.2, 3.3], at most 3.00 are allowed");
  }

  @Test
  void oneGoodMeasurementOutOfThreeIsEnough() {
    assertThat(after(9, 9).isClean()).isFalse();
    assertThat(after(9, 9, 2.9).isClean()).isTrue();
  }

  @Test
  void slowerMachineWithASlowerFloorIsNotWorse() {
    Smoke smoke = new Smoke(TWO_FLOORS);

    smoke.add(timed(200, 100));

    assertThat(smoke.isClean()).isTrue();
  }

  @Test
  void callThatAllocatesEveryTimeIsWorse() {
    Smoke smoke = new Smoke(TWO_FLOORS);
    smoke.add(timed(1, 0.5, 24));
    smoke.add(timed(1, 0.5, 24));
    assertThat(smoke.worse())
        .containsExactly("32k fragmented 64/8: allocates, which a warm call does not");

    smoke.add(timed(1, 0.5, 0));
    assertThat(smoke.isClean()).isTrue();
  }

  @Test
  void beforeTheFirstMeasurementNothingIsClean() {
    Smoke smoke = new Smoke(TWO_FLOORS);

    assertThat(smoke.isClean()).isFalse();
    assertThatThrownBy(smoke::worse).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void baselineIsTheMedianAndIsReadBack(@TempDir Path folder) throws IOException {
    List<TimedInventory> once = all(2);
    Path file = folder.resolve("baseline.json");

    Smoke.baselineOf(List.of(once, all(9), all(3))).write(file, "one");

    assertThat(Baseline.read(file, "one").ratios()).hasSize(15).containsEntry(TITLE, 3.0);
  }

  @Test
  void everyMakeOfProcessorHasABaselineOfItsOwn(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("baseline.json");
    Smoke.baselineOf(List.of(all(2))).write(file, "one");
    Smoke.baselineOf(List.of(all(5))).write(file, "other");
    Smoke.baselineOf(List.of(all(3))).write(file, "one");

    assertThat(Baseline.read(file, "one").ratios()).containsEntry(TITLE, 3.0);
    assertThat(Baseline.read(file, "other").ratios()).containsEntry(TITLE, 5.0);
    assertThat(Baseline.read(file, "new").ratios()).hasSize(15).containsEntry(TITLE, 5.0);
  }

  @Test
  void makeIsThatOfTheFirstProcessorThatSaysSo() {
    assertThat(ProcessorMake.of(List.of("processor : 0", "vendor_id\t: GenuineIntel", "x : y")))
        .isEqualTo("GenuineIntel");
    assertThat(ProcessorMake.of(List.of("vendor_id\t: ", "vendor_id\t: AuthenticAMD")))
        .isEqualTo("AuthenticAMD");
    assertThat(ProcessorMake.of(List.of("CPU implementer : 0x41"))).isEqualTo("unknown");
  }

  /** The baseline that the smoke run of this project reads. */
  @Test
  void baselineOfTheProjectIsComplete() throws IOException {
    assertThat(Baseline.read(Path.of("baseline.json"), "AuthenticAMD").ratios()).hasSize(15);
    assertThat(Baseline.read(Path.of("baseline.json"), "GenuineIntel").ratios()).hasSize(15);
  }

  private static List<TimedInventory> all(double ratio) {
    return Arrays.stream(InventoryFixture.values())
        .map(
            fixture ->
                new TimedInventory(
                    fixture.number(),
                    fixture.title(),
                    Rows.latency(ratio, ratio),
                    Rows.latency(2, 3),
                    Optional.of(Rows.latency(1, 1)),
                    0,
                    OptionalInt.of(1)))
        .toList();
  }

  @Test
  void baselineThatLacksAnInventoryIsRefused(@TempDir Path folder) throws IOException {
    Path empty = Files.writeString(folder.resolve("empty.json"), "{\"ratios_to_floor\":{}}");
    Path lacking =
        Files.writeString(folder.resolve("lacking.json"), "{\"ratios_to_floor\":{\"one\":{}}}");

    assertThatThrownBy(() -> Baseline.read(empty, "one"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no ratios of any make");
    assertThatThrownBy(() -> Baseline.read(lacking, "other"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("one has no ratio of 4k shared suffix 8/8");
  }

  /** A planted slow-down: the router does everything eight times. */
  @Test
  void routerThatDoesItsWorkEightTimesIsWorse() {
    measured(FilledRouter::lookUpAndChoose); // so that all of it is compiled
    Baseline baseline = Smoke.baselineOf(List.of(measured(FilledRouter::lookUpAndChoose)));
    Smoke smoke = new Smoke(baseline);

    for (int i = 0; i < Smoke.MEASUREMENTS; i++) {
      smoke.add(
          measured(
              router -> {
                int result = 0;
                for (int again = 0; again < 8; again++) {
                  result ^= router.lookUpAndChoose() + again;
                }
                return result;
              }));
    }

    assertThat(smoke.worse()).singleElement().asString().startsWith(TITLE);
  }

  private static List<TimedInventory> measured(Operation operation) {
    return new InventoryTrial(CallTimer.ofThisThread(), TimingPlan.ofMillis(5, 20), 300_000_000L)
        .time(List.of(InventoryFixture.FRAGMENTED_32K), operation);
  }
}
