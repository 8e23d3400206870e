package kvproof.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SeededRandomTest {

  @ParameterizedTest
  @CsvSource({
    "0, e220a8397b1dcdaf 6e789e6aa1b965f4 06c45d188009454f",
    "42, bdd732262feb6e95 28efe333b266f103 47526757130f9f52",
    "-1, e4d971771b652c20 e99ff867dbf682c9 382ff84cb27281e9",
  })
  void firstValuesNeverChange(long seed, String expected) {
    SeededRandom random = new SeededRandom(seed);

    String actual =
        "%016x %016x %016x".formatted(random.nextLong(), random.nextLong(), random.nextLong());

    assertThat(actual).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 42, -1, Long.MIN_VALUE, 0x9e3779b97f4a7c15L})
  void streamIsThatOfSplitMix64(long seed) {
    SeededRandom random = new SeededRandom(seed);
    SplittableRandom reference = new SplittableRandom(seed);

    for (int i = 0; i < 1_000; i++) {
      assertThat(random.nextLong()).isEqualTo(reference.nextLong());
    }
  }

  @Test
  void caseZeroHasTheSeedOfTheRun() {
    assertThat(SeededRandom.mix(0xa359087072f7a74cL, 0)).isEqualTo(0xa359087072f7a74cL);
    assertThat(SeededRandom.mix(0, 0)).isZero();
  }

  @Test
  void casesOfARunHaveSeedsOfTheirOwn() {
    List<Long> seeds = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      seeds.add(SeededRandom.mix(42, i));
    }

    assertThat(seeds).doesNotHaveDuplicates();
    assertThat(seeds.get(1)).isEqualTo(0xbdd732262feb6e95L);
  }

  @Test
  void forkStaysTheSameWhateverWasDrawnBefore() {
    SeededRandom fresh = new SeededRandom(7);
    SeededRandom used = new SeededRandom(7);
    used.nextLong();
    used.fork("other").nextLong();

    assertThat(used.fork("history").nextLong()).isEqualTo(fresh.fork("history").nextLong());
  }

  @Test
  void forkLeavesItsOriginAlone() {
    SeededRandom forked = new SeededRandom(7);
    forked.fork("history").nextLong();

    assertThat(forked.nextLong()).isEqualTo(new SeededRandom(7).nextLong());
  }

  @Test
  void componentsHaveStreamsOfTheirOwn() {
    SeededRandom random = new SeededRandom(7);

    assertThat(
            List.of(
                random.nextLong(),
                random.fork("").nextLong(),
                random.fork("history").nextLong(),
                random.fork("historz").nextLong(),
                random.fork("history").fork("history").nextLong(),
                new SeededRandom(8).fork("history").nextLong()))
        .doesNotHaveDuplicates();
  }

  @Test
  void belowReachesEveryNumberUnderTheBoundAndNoOther() {
    SeededRandom random = new SeededRandom(1);
    int[] counts = new int[6];

    for (int i = 0; i < 6_000; i++) {
      counts[random.below(6)]++;
    }

    assertThat(Arrays.stream(counts)).allMatch(count -> count > 850 && count < 1_150);
    assertThat(new SeededRandom(1).below(1)).isZero();
    assertThat(new SeededRandom(1).below(Integer.MAX_VALUE)).isNotNegative();
  }

  @Test
  void betweenIncludesBothEnds() {
    SeededRandom random = new SeededRandom(1);
    List<Integer> drawn = new ArrayList<>();

    for (int i = 0; i < 100; i++) {
      drawn.add(random.between(-1, 1));
    }

    assertThat(drawn).containsOnly(-1, 0, 1).contains(-1, 0, 1);
  }

  @Test
  void nothingIsBelowZero() {
    assertThatThrownBy(() -> new SeededRandom(1).below(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0");
  }

  @Test
  void chanceIsInPercent() {
    SeededRandom random = new SeededRandom(1);
    int hits = 0;

    for (int i = 0; i < 10_000; i++) {
      hits += random.chance(30) ? 1 : 0;
    }

    assertThat(hits).isBetween(2_800, 3_200);
    assertThat(random.chance(0)).isFalse();
    assertThat(random.chance(100)).isTrue();
  }

  @Test
  void weightsSayHowOftenAnIndexComes() {
    SeededRandom random = new SeededRandom(1);
    int[] counts = new int[4];

    for (int i = 0; i < 10_000; i++) {
      counts[random.weighted(0, 1, 3, 0)]++;
    }

    assertThat(counts[0]).isZero();
    assertThat(counts[1]).isBetween(2_300, 2_700);
    assertThat(counts[3]).isZero();
    assertThatThrownBy(() -> random.weighted(0, 0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shufflingKeepsTheValuesAndReachesEveryOrder() {
    SeededRandom random = new SeededRandom(1);
    List<Integer> values = List.of(1, 2, 3);
    List<List<Integer>> orders = new ArrayList<>();

    for (int i = 0; i < 200; i++) {
      List<Integer> shuffled = random.shuffled(values);
      assertThat(shuffled).containsExactlyInAnyOrderElementsOf(values);
      orders.add(shuffled);
    }

    assertThat(orders.stream().distinct()).hasSize(6);
  }
}
