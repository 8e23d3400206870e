package kvproof.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlockHashesTest {
  private static final BlockHashes FOUR = BlockHashes.of(1, 2, -1, 1);

  @Test
  void arraysGoInAndOutAsCopies() {
    long[] given = {1, 2};
    BlockHashes hashes = BlockHashes.of(given);

    given[0] = 9;
    hashes.toArray()[1] = 9;

    assertThat(hashes).isEqualTo(BlockHashes.of(1, 2));
  }

  @Test
  void hashesAreEqualInTheirOrderAndLength() {
    assertThat(BlockHashes.of(List.of(1L, 2L, -1L, 1L))).isEqualTo(FOUR).hasSameHashCodeAs(FOUR);
    assertThat(List.of(BlockHashes.of(2, 1, -1, 1), BlockHashes.of(1, 2, -1), BlockHashes.empty()))
        .doesNotContain(FOUR);
  }

  @Test
  void printsTextsSeparatedByBlanks() {
    assertThat(FOUR).hasToString("1 2 ffffffffffffffff 1");
    assertThat(BlockHashes.empty()).hasToString("");
  }

  @ParameterizedTest
  @CsvSource({"0, 4, 1 2 ffffffffffffffff 1", "1, 3, 2 ffffffffffffffff", "4, 4, ''", "0, 0, ''"})
  void sliceHoldsTheHashesFromStartToEnd(int start, int end, String text) {
    BlockHashes slice = FOUR.slice(start, end);

    assertThat(slice).hasToString(text);
    assertThat(slice.size()).isEqualTo(end - start);
    assertThat(slice.isEmpty()).isEqualTo(start == end);
  }

  @ParameterizedTest
  @CsvSource({"-1, 2", "3, 2", "0, 5", "5, 5"})
  void sliceOutsideIsRefused(int start, int end) {
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> FOUR.slice(start, end))
        .withMessage("[%d, %d) of 4 block hashes", start, end);
  }

  @Test
  void positionOutsideIsRefused() {
    assertThat(FOUR.at(3)).isEqualTo(1);
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> FOUR.at(4));
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> FOUR.at(-1));
  }
}
