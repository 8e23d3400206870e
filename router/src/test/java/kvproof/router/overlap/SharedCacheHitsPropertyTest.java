package kvproof.router.overlap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import kvproof.model.BlockInterval;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Shared hits against counting positions one by one. */
class SharedCacheHitsPropertyTest {
  private static final int END = 14;

  @Property(tries = 2_000)
  void countsEachPositionFromThereOn(
      @ForAll("intervals") List<BlockInterval> intervals, @ForAll @IntRange(max = END) int from) {
    long expected =
        IntStream.range(from, END)
            .filter(
                position ->
                    intervals.stream()
                        .anyMatch(hit -> hit.start() <= position && position < hit.end()))
            .count();

    assertThat(SharedCacheHits.of(intervals).beyond(from)).isEqualTo((int) expected);
  }

  @Provide
  Arbitrary<List<BlockInterval>> intervals() {
    Arbitrary<Integer> position = Arbitraries.integers().between(0, END);
    return Combinators.combine(position, position)
        .as((left, right) -> new BlockInterval(Math.min(left, right), Math.max(left, right)))
        .list()
        .ofMaxSize(5);
  }
}
