package kvproof.soak.dataplane.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizeTest {

  @ParameterizedTest
  @CsvSource({"1, 1", "65536, 65536", "4KiB, 4096", "16MiB, 16777216", "2GiB, 2147483648"})
  void unitsArePowersOf1024(String text, long bytes) {
    assertThat(ByteSize.parse(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "-1", "1.5MiB", "4K", "4 KiB", "4kib", "0x10", "99999999999"})
  void anyOtherTextIsRefusedByName(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ByteSize.parse(text))
        .withMessage("not a size: '" + text + "' (such as 65536, 64KiB or 16MiB)");
  }

  @Test
  void isPrintedInTheLargestUnitThatItFills() {
    assertThat(ByteSize.print(0)).isEqualTo("0 B");
    assertThat(ByteSize.print(1023)).isEqualTo("1023 B");
    assertThat(ByteSize.print(4096)).isEqualTo("4 KiB");
    assertThat(ByteSize.print(1536)).isEqualTo("1.5 KiB");
    assertThat(ByteSize.print(16 << 20)).isEqualTo("16 MiB");
    assertThat(ByteSize.print(5L << 29)).isEqualTo("2.5 GiB");
  }
}
