package kvproof.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class BudgetConverterTest {

  @ParameterizedTest
  @CsvSource({
    "500ms, PT0.5S, 500ms",
    "90s, PT1M30S, 90s",
    "120s, PT2M, 2m",
    "10m, PT10M, 10m",
    "60m, PT1H, 1h",
    "36h, PT36H, 36h"
  })
  void budgetsHaveAUnitAndPrintInTheLargestOne(String text, String duration, String printed) {
    var budget = new BudgetConverter().convert(text);

    assertThat(budget).hasToString(duration);
    assertThat(BudgetConverter.print(budget)).isEqualTo(printed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "10", "0s", "-1s", "1.5m", "10 m", "10d", "ms", "9999999999s"})
  void anythingElseIsRefusedByName(String text) {
    assertThatThrownBy(() -> new BudgetConverter().convert(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining("'" + text + "'");
  }
}
