package kvproof.router.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BlockTallyTest {
  private final BlockTally tally = new BlockTally();

  @Test
  void halfIsRoundedUp() {
    tally.add(2, 1);
    tally.add(3, 0.5);

    assertThat(tally.rounded()).isEqualTo(4);
  }

  /** Five times the double nearest to 0.3 is a little less than 1.5; added up it looks like 1.5. */
  @Test
  void sumIsExact() {
    tally.add(5, 0.3);
    assertThat(5 * 0.3).isEqualTo(1.5);
    assertThat(tally.rounded()).isEqualTo(1);

    tally.move(5, 0.3, 0.1);
    assertThat(tally.rounded()).as("a little more than a half").isEqualTo(1);
  }

  @Test
  void whatWasInBetweenLeavesNoTrace() {
    for (int i = 1; i < 1_000; i++) {
      tally.add(i, 1.0 / i);
    }
    for (int i = 1; i < 1_000; i++) {
      tally.remove(i, 1.0 / i);
    }

    assertThat(tally.rounded()).isZero();
    assertThat(tally.isEmpty()).isTrue();
  }

  @Test
  void blocksThatCountNothingAreKeptAll() {
    tally.add(3, 0);
    assertThat(tally.rounded()).isZero();
    assertThat(tally.isEmpty()).isFalse();

    tally.move(3, 0, 1);
    assertThat(tally.rounded()).isEqualTo(3);
  }

  @Test
  void moreThanThereIsCannotBeRemoved() {
    tally.add(2, 1);
    tally.add(1, 0.5);

    assertThatThrownBy(() -> tally.remove(3, 1))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("2 that count 1.0, less 3");
    assertThatThrownBy(() -> tally.remove(2, 0.5)).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> tally.remove(1, 0.25)).isInstanceOf(AssertionError.class);
    assertThat(tally.rounded()).isEqualTo(3);
  }
}
