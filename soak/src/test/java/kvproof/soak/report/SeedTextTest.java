package kvproof.soak.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SeedTextTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "7, 7",
    "18446744073709551615, -1",
    "0x0, 0",
    "0x7, 7",
    "0xffffffffffffffff, -1",
    "0XA359087072F7A74C, -6676295693541857460",
    "0xa359087072f7a74c, -6676295693541857460"
  })
  void seedsAreUnsignedDecimalOrHexadecimal(String text, long seed) {
    assertThat(SeedText.parse(text)).isEqualTo(seed);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " 7",
        "-1",
        "+7",
        "0x",
        "0x+7",
        "0x-7",
        "7.0",
        "1e3",
        "a",
        "0xg",
        "1_000",
        "18446744073709551616",
        "0x10000000000000000"
      })
  void anythingElseIsRefusedByName(String text) {
    assertThatThrownBy(() -> SeedText.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not a seed: '" + text + "'");
  }

  @Test
  void seedsPrintAsSixteenDigitsAndReadBack() {
    assertThat(SeedText.print(7)).isEqualTo("0x0000000000000007");
    assertThat(SeedText.parse(SeedText.print(Long.MIN_VALUE))).isEqualTo(Long.MIN_VALUE);
  }
}
