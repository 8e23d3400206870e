package kvproof.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlockIntervalTest {

  @ParameterizedTest
  @CsvSource({"0, 0", "0, 1", "7, 7", "0, 2147483647", "2147483647, 2147483647"})
  void holdsStartAndEndAlsoWhereItIsEmpty(int start, int end) {
    assertThat(new BlockInterval(start, end)).hasToString("[" + start + ", " + end + ")");
  }

  @ParameterizedTest
  @CsvSource({"-1, 0", "-1, -1", "1, 0", "2147483647, -2147483648"})
  void otherNumbersAreRefused(int start, int end) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BlockInterval(start, end))
        .withMessage("not a block interval: [%d, %d)", start, end);
  }
}
