package kvproof.router.overlap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import kvproof.model.BlockInterval;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharedCacheHitsTest {
  private static final SharedCacheHits HITS = hits(0, 4, 6, 8, 10, 11);

  private static SharedCacheHits hits(int... startsAndEnds) {
    List<BlockInterval> intervals = new ArrayList<>();
    for (int i = 0; i < startsAndEnds.length; i += 2) {
      intervals.add(new BlockInterval(startsAndEnds[i], startsAndEnds[i + 1]));
    }
    return SharedCacheHits.of(intervals);
  }

  @ParameterizedTest
  @CsvSource({"0, 7", "1, 6", "3, 4", "4, 3", "5, 3", "6, 3", "7, 2", "8, 1", "10, 1", "11, 0"})
  void positionsFromThereOnCount(int position, int expected) {
    assertThat(HITS.beyond(position)).isEqualTo(expected);
  }

  @Test
  void everythingLiesBeyondANegativePosition() {
    assertThat(HITS.beyond(-1)).isEqualTo(7);
    assertThat(HITS.beyond(Long.MIN_VALUE)).isEqualTo(7);
    assertThat(HITS.beyond(Long.MAX_VALUE)).isZero();
  }

  /** Half a block is a whole one, and an overlap below 0 is none. */
  @ParameterizedTest
  @CsvSource({"1.4999, 6", "1.5, 5", "2.5, 4", "-0.7, 7", "0.49999999999999994, 7"})
  void overlapIsRoundedHalfAway(double overlap, int expected) {
    assertThat(HITS.beyondOverlap(overlap)).isEqualTo(expected);
  }

  @Test
  void positionCountsOnce() {
    SharedCacheHits twice = hits(2, 6, 0, 4, 2, 3, 5, 5, 6, 7);

    assertThat(twice.total()).isEqualTo(7);
    assertThat(twice.beyond(3)).isEqualTo(4);
  }

  @Test
  void nothingIsHeld() {
    assertThat(SharedCacheHits.of(List.of()).total()).isZero();
    assertThat(hits(3, 3).beyond(0)).isZero();
  }
}
