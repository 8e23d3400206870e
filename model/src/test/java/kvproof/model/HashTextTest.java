package kvproof.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HashTextTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "999999, 999999",
    "1000000, 00000000000f4240",
    "9223372036854775807, 7fffffffffffffff",
    "-9223372036854775808, 8000000000000000",
    "-1, ffffffffffffffff",
  })
  void smallHashesPrintPlainAndOthersInHexAndBothReadBack(long hash, String text) {
    assertThat(HashText.print(hash)).isEqualTo(text);
    assertThat(HashText.parse(text)).isEqualTo(hash);
  }

  @ParameterizedTest
  @CsvSource({
    "1000000, 1000000",
    "18446744073709551615, -1",
    "0000000000000010, 16",
    "1000000000000000, 1152921504606846976",
  })
  void sixteenCharactersAreHexAndOtherLengthsDecimal(String text, long hash) {
    assertThat(HashText.parse(text)).isEqualTo(hash);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "a", "0x10", "18446744073709551616", "000000000000000g"})
  void otherTextIsRefusedByName(String text) {
    assertThatExceptionOfType(NumberFormatException.class)
        .isThrownBy(() -> HashText.parse(text))
        .withMessageContaining(text);
  }
}
