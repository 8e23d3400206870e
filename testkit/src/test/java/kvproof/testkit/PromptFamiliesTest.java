package kvproof.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PromptFamiliesTest {
  private record Place(OptionalLong parent, long localHash) {}

  @Test
  void externalHashIsAFunctionOfThePrefixAndTellsPrefixesApart() {
    assertThat(drawn(false))
        .allSatisfy(
            families -> {
              Map<Place, Long> hashOfPlace = new HashMap<>();
              Map<Long, Place> placeOfHash = new HashMap<>();
              for (PromptChain chain : families.chains()) {
                for (int position = 0; position < chain.length(); position++) {
                  long hash = chain.externalHashes().at(position);
                  Place place =
                      new Place(chain.parentAt(position), chain.localHashes().at(position));
                  assertThat(hashOfPlace.merge(place, hash, (first, next) -> first))
                      .isEqualTo(hash);
                  assertThat(placeOfHash.merge(hash, place, (first, next) -> first))
                      .isEqualTo(place);
                }
              }
            });
  }

  @Test
  void promptsShareForkAndStandAlone() {
    assertThat(drawn(false)).anyMatch(families -> share(families, 0) == 0);
    assertThat(drawn(false)).anyMatch(families -> share(families, 0) > 2);
  }

  /** Leading positions that the first two chains have in common. */
  private static int share(PromptFamilies families, int from) {
    if (families.chains().size() < 2) {
      return -1;
    }
    PromptChain first = families.chains().get(0);
    PromptChain second = families.chains().get(1);
    int shared = from;
    while (shared < Math.min(first.length(), second.length())
        && first.externalHashes().at(shared) == second.externalHashes().at(shared)) {
      shared++;
    }
    return shared;
  }

  @Test
  void hashesAreAlsoZeroAllOnesAndBeyondSignedNumbers() {
    assertThat(drawn(false).flatMap(PromptFamiliesTest::externalHashes))
        .contains(101L, 0L, -1L, Long.MIN_VALUE, Long.MAX_VALUE)
        .anyMatch(hash -> hash < -1_000_000);
  }

  private static Stream<Long> externalHashes(PromptFamilies families) {
    return families.chains().stream().flatMap(chain -> chain.externalHashes().stream().boxed());
  }

  @Test
  void variantIsAPromptUnderOtherHashes() {
    assertThat(drawn(true))
        .allSatisfy(
            families ->
                assertThat(families.variants())
                    .isNotEmpty()
                    .allMatch(
                        variant ->
                            families.chains().stream()
                                .anyMatch(
                                    chain ->
                                        chain.localHashes().equals(variant.localHashes())
                                            && !chain.equals(variant))));
  }

  @Test
  void noVariantsUnlessAskedFor() {
    assertThat(drawn(false)).allMatch(families -> families.variants().isEmpty());
  }

  @Test
  void cutLiesInTheRangeAskedFor() {
    SeededRandom random = new SeededRandom(1);

    assertThat(drawn(false))
        .allSatisfy(
            families -> {
              assertThat(families.cut(random, 3, 3)).isEqualTo(3);
              assertThat(families.cut(random, 1, 5)).isBetween(1, 5);
            });
  }

  private static Stream<PromptFamilies> drawn(boolean withVariants) {
    return IntStream.range(0, 500)
        .mapToObj(seed -> PromptFamilies.draw(new SeededRandom(seed), withVariants));
  }
}
