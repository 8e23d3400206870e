package kvproof.benchmarks.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import kvproof.benchmarks.trial.TimedInventory;
import kvproof.benchmarks.trial.Trial;
import org.junit.jupiter.api.Test;

class InventoryRowTest {
  private static Trial trial(int number, String title, double p50, double bytes) {
    return new Trial(
        "1",
        18,
        List.of(
            new TimedInventory(
                number,
                title,
                Rows.latency(p50, 2 * p50),
                Rows.latency(2, 3),
                Optional.of(Rows.latency(0.5, 1)),
                bytes,
                OptionalInt.of(40))),
        List.of());
  }

  @Test
  void processesAreTakenTogether() {
    String title = "32k fragmented 64/8";

    InventoryRow row =
        InventoryRow.of(
                List.of(trial(6, title, 3, 0), trial(6, title, 2, 16)),
                List.of(trial(6, title, 9, 0)))
            .getFirst();

    assertThat(row.ours().bestP50()).isEqualTo(2);
    assertThat(row.ours().medianP50()).isEqualTo(2.5);
    assertThat(row.allocatedBytes()).isEqualTo(16);
    assertThat(row.intervals()).isEqualTo(40);
    assertThat(row.floors()).isEqualTo(4);
    assertThat(row.peer().orElseThrow().bestP50()).isEqualTo(9);
  }

  @Test
  void anotherInventoryUnderTheSameNumberIsRefused() {
    List<Trial> ours = List.of(trial(6, "32k fragmented 64/8", 2, 0));
    List<Trial> peer = List.of(trial(6, "32k fragmented 64/64", 2, 0));

    assertThatThrownBy(() -> InventoryRow.of(ours, peer))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("inventory 6 is 32k fragmented 64/8 here and 32k fragmented 64/64");
  }

  @Test
  void inventoryThatAProcessLeftOutIsRefused() {
    List<Trial> ours = List.of(trial(6, "32k fragmented 64/8", 2, 0));
    List<Trial> peer = List.of(trial(5, "32k staggered suffixes 64/8", 2, 0));

    assertThatThrownBy(() -> InventoryRow.of(ours, peer))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no 32k fragmented 64/8");
  }
}
