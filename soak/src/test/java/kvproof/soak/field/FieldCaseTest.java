package kvproof.soak.field;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import kvproof.model.BlockHashes;
import kvproof.model.casetext.CaseTextException;
import kvproof.soak.field.FieldCase.Check;
import org.junit.jupiter.api.Test;

class FieldCaseTest {
  private static final String HEAD = "# FS-00 in words\nkvproof-case 1\nprofile field\nseed 3\n";

  private static FieldCase parse(String lines) {
    return FieldCase.parse("FS-00", HEAD + lines);
  }

  @Test
  void checkStandsAfterTheStepsAboveIt() {
    FieldCase read =
        parse(
            """
            #? 1-2
            #= credit device 1/0 is 0
            open 1/0 replay
            publish 1/0 0 arrives
              event store 1/0 device root 1:101 2:102
            #= credit device 1/0 is 2
            #needs continuations
            #? 7 9
            #= source 2/0 is none
            ask q local 1 targets 2/0
            """);

    assertThat(read.told().steps()).hasSize(2);
    assertThat(read.checks())
        .containsExactly(
            new Check(6, 0, BlockHashes.of(1, 2), Optional.empty(), "credit device 1/0", "0"),
            new Check(10, 2, BlockHashes.of(1, 2), Optional.empty(), "credit device 1/0", "2"),
            new Check(
                13,
                2,
                BlockHashes.of(7, 9),
                Optional.of(Part.CONTINUATIONS),
                "source 2/0",
                "none"));
  }

  @Test
  void rightValueIsWhatFollowsTheLastIs() {
    Check check = parse("#= what is this is 1 of 2\n").checks().getFirst();

    assertThat(check.question()).isEqualTo("what is this");
    assertThat(check.expected()).isEqualTo("1 of 2");
  }

  @Test
  void checkWithoutAValueIsRefusedByItsLine() {
    assertThatThrownBy(() -> parse("#= credit device 1/0\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("FS-00, line 5");
    assertThatThrownBy(() -> parse("stor 1/0\n")).isInstanceOf(CaseTextException.class);
  }

  @Test
  void stepsAreToldInTheirOwnOrderFirstAndThenInOthers() {
    FieldCase read =
        parse("#orders 50\nstore 1/0 disk root 1:1\nstore 2/0 disk root 1:1\nclear 3/0\n");

    assertThat(read.orders()).isEqualTo(50);
    assertThat(read.steps(0)).isEqualTo(read.told().steps());
    Set<Object> orders = new HashSet<>();
    for (int order = 0; order < 50; order++) {
      assertThat(read.steps(order)).containsExactlyInAnyOrderElementsOf(read.told().steps());
      assertThat(read.steps(order)).isEqualTo(read.steps(order));
      orders.add(read.steps(order));
    }
    assertThat(orders).hasSize(6);
  }
}
