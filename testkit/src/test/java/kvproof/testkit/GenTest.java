package kvproof.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GenTest {
  private final Gen<Integer> die = random -> random.between(1, 6);

  @Test
  void valueFollowsFromTheSeed() {
    assertThat(die.drawBySeed(5)).isEqualTo(die.drawBySeed(5)).isBetween(1, 6);
    assertThat(die.drawBySeed(5)).isEqualTo(die.draw(new SeededRandom(5)));
  }

  @Test
  void mappedGenDrawsTheSameAndChangesIt() {
    assertThat(die.map(eyes -> "eyes " + eyes).drawBySeed(5))
        .isEqualTo("eyes " + die.drawBySeed(5));
  }
}
