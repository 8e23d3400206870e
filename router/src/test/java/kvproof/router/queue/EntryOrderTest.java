package kvproof.router.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalLong;
import kvproof.model.QueueOrder;
import kvproof.model.QueueWishes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntryOrderTest {
  private static final OptionalLong NONE = OptionalLong.empty();

  @ParameterizedTest
  @CsvSource({
    "FCFS, 0, 2500000000, -2.5",
    "FCFS, 4, 2500000000, 1.5",
    "FCFS, -4, 2500000000, -2.5",
    "FCFS, 1, -9, 1",
    "LCFS, 0, 2500000000, 2.5",
    "LCFS, 4, 2500000000, 6.5",
    "LCFS, -4, 2500000000, 2.5",
    "WSPT, 0, 2500000000, 0.125",
    "WSPT, 3, 2500000000, 0.5",
    "WSPT, -3, 2500000000, 0.125",
  })
  void scoreOfEachOrder(QueueOrder order, double jump, long ingressNanos, double expected) {
    QueueWishes wishes = new QueueWishes("", 7, jump, OptionalLong.of(9));

    assertThat(EntryOrder.of(order, wishes, ingressNanos, QueueCost.of(40, 32)))
        .isEqualTo(new EntryOrder(7, OptionalLong.of(9), expected));
  }

  @Test
  void priorityIsUnsigned() {
    assertFirst(new EntryOrder(-1, NONE, 0), new EntryOrder(Integer.MAX_VALUE, NONE, 0));
    assertFirst(new EntryOrder(1, NONE, 0), new EntryOrder(0, NONE, 0));
  }

  @Test
  void priorityThenDeadlineThenScore() {
    assertFirst(new EntryOrder(1, OptionalLong.of(9), 0), new EntryOrder(0, OptionalLong.of(1), 5));
    assertFirst(new EntryOrder(0, OptionalLong.of(1), 0), new EntryOrder(0, OptionalLong.of(2), 5));
    assertFirst(new EntryOrder(0, OptionalLong.of(Long.MAX_VALUE), 0), new EntryOrder(0, NONE, 5));
    assertFirst(new EntryOrder(0, NONE, 0.25), new EntryOrder(0, NONE, 0.125));
    assertFirst(new EntryOrder(0, NONE, 0.0), new EntryOrder(0, NONE, -0.0));
    assertThat(Queues.score(1).compareTo(Queues.score(1))).isZero();
  }

  @Test
  void scoreMustBeANumber() {
    assertThatThrownBy(() -> new EntryOrder(7, OptionalLong.of(9), Double.NaN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("priority 7", "9", "NaN", "priority jump");
  }

  private static void assertFirst(EntryOrder first, EntryOrder second) {
    assertThat(first.compareTo(second)).as("%s before %s", first, second).isNegative();
    assertThat(second.compareTo(first)).as("%s after %s", second, first).isPositive();
  }
}
