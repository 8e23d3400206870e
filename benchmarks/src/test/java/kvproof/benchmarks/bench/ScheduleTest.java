package kvproof.benchmarks.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ScheduleTest {
  private static final Arm OURS = new Arm("ours", List.of("x"));
  private static final Arm PEER = new Arm("peer", List.of("y"));

  @Test
  void orderRotatesEachRound() {
    String order =
        Schedule.of(List.of(OURS, PEER), 3, 15).stream()
            .map(turn -> turn.round() + " " + turn.arm().name())
            .collect(Collectors.joining(", "));

    assertThat(order).isEqualTo("0 ours, 0 peer, 1 peer, 1 ours, 2 ours, 2 peer");
  }

  @Test
  void everyRoundBeginsWithAnotherInventoryAndBothSidesWithTheSame() {
    List<Schedule.Turn> turns = Schedule.of(List.of(OURS, PEER), 5, 15);

    assertThat(turns.stream().map(Schedule.Turn::firstInventory).distinct()).hasSize(5);
    assertThat(turns).allMatch(turn -> turn.firstInventory() >= 1 && turn.firstInventory() <= 15);
    assertThat(turns.get(2).firstInventory()).isEqualTo(turns.get(3).firstInventory());
  }
}
