package kvproof.events.msgpack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.HexFormat;
import java.util.List;
import kvproof.events.msgpack.MsgpackValue.Opaque;
import kvproof.events.msgpack.MsgpackValue.Real;
import kvproof.events.msgpack.MsgpackValue.Sequence;
import kvproof.events.msgpack.MsgpackValue.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MsgpackTest {
  private static final HexFormat HEX = HexFormat.of();

  private static MsgpackValue read(String hex) throws NotMsgpackException {
    return MsgpackReader.first(HEX.parseHex(hex));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 00",
    "127, 7f",
    "128, cc80",
    "255, ccff",
    "256, cd0100",
    "65535, cdffff",
    "65536, ce00010000",
    "4294967295, ceffffffff",
    "4294967296, cf0000000100000000",
    "9223372036854775808, cf8000000000000000",
    "18446744073709551615, cfffffffffffffffff",
    "-1, ff",
    "-32, e0",
    "-33, d0df",
    "-128, d080",
    "-129, d1ff7f",
    "-32768, d18000",
    "-32769, d2ffff7fff",
    "-2147483648, d280000000",
    "-2147483649, d3ffffffff7fffffff",
    "-9223372036854775808, d38000000000000000",
  })
  void integerHasOneShortestForm(BigInteger number, String hex) throws Exception {
    assertThat(HEX.formatHex(MsgpackWriter.bytes(MsgpackValue.integer(number)))).isEqualTo(hex);
    assertThat(read(hex)).isEqualTo(MsgpackValue.integer(number));
  }

  @ParameterizedTest
  @CsvSource({
    "31, bf",
    "32, d920",
    "255, d9ff",
    "256, da0100",
    "65535, daffff",
    "65536, db00010000"
  })
  void textHasTheShortestHeader(int length, String header) throws Exception {
    byte[] bytes = MsgpackWriter.bytes(new Text("x".repeat(length)));

    assertThat(HEX.formatHex(bytes)).startsWith(header + "78");
    assertThat(bytes).hasSize(header.length() / 2 + length);
    assertThat(MsgpackReader.first(bytes)).isEqualTo(new Text("x".repeat(length)));
  }

  /** Bytes that are UTF-8 are text however they came; extensions and other bytes are opaque. */
  @Test
  void rawBytesAreTextIfTheyAreUtf8() throws Exception {
    assertThat(read("c403e282ac")).isEqualTo(new Text("\u20ac"));
    assertThat(read("a3e282ac")).isEqualTo(new Text("\u20ac"));
    assertThat(read("c402e282")).isEqualTo(new Opaque());
    assertThat(read("a2c080")).isEqualTo(new Opaque()); // an overlong zero
    assertThat(read("a3eda080")).isEqualTo(new Opaque()); // half a surrogate pair
    assertThat(read("d40500")).isEqualTo(new Opaque());
  }

  /** The library would make times of them, and fail at those that are none. */
  @ParameterizedTest
  @ValueSource(
      strings = {"d6ff00000000", "c70cff0000000000ffffffffffffff", "c705ff0000000000", "c700ff"})
  void timeStampsAreExtensionsLikeOthers(String hex) throws Exception {
    assertThat(read(hex + (hex.startsWith("c70c") ? "" : "c0"))).isEqualTo(new Opaque());
  }

  @Test
  void floatsOfBothWidthsAreNumbers() throws Exception {
    assertThat(read("ca3fc00000")).isEqualTo(new Real(1.5));
    assertThat(read("cb3ff8000000000000")).isEqualTo(new Real(1.5));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "c1",
        "91",
        "9191",
        "81c0",
        "a1",
        "c401",
        "d9",
        "cd00",
        "cb00",
        "c7",
        "d8",
        "d805",
        "ddffffffff",
        "dfffffffff",
        "dbffffffff",
        "c6ffffffff",
        "c9ffffffff00",
        "dd7fffffff",
        "df7fffffff",
        "de8000",
        "dc0002c0",
        "92c1c0"
      })
  void bytesThatHoldNoValueAreRefused(String hex) {
    assertThatThrownBy(() -> read(hex)).isInstanceOf(NotMsgpackException.class);
  }

  @Test
  void nestingHasALimit() throws Exception {
    String deepest = "91".repeat(MsgpackReader.MAX_NESTING) + "c0";

    assertThatCode(() -> read(deepest)).doesNotThrowAnyException();
    assertThatThrownBy(() -> read("91" + deepest))
        .isInstanceOf(NotMsgpackException.class)
        .hasMessage("nested deeper than 128");
  }

  @Test
  void whatFollowsTheValueIsNotLookedAt() throws Exception {
    assertThat(read("c0c1")).isEqualTo(MsgpackValue.nil());
  }

  @Test
  void whatHasNoBytesIsNotWritten() {
    assertThatThrownBy(() -> MsgpackWriter.bytes(new Sequence(List.of(new Opaque()))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> MsgpackWriter.bytes(new Text("a\ud83d")))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
