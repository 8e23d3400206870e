package kvproof.model.identity;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Xxh3Test {
  @ParameterizedTest
  @CsvSource({
    "''       , 0   , 2d06800538d394c2",
    "''       , 1337, d1f3e77444430ab9",
    "test data, 1337, b78d5e9d008ccd99",
    "adapter-a, 0   , 7ab77913e9c9139d",
    "tenant-a , 1   , 1b095b6229544a7d",
  })
  void textHasThePublishedHash(String text, long seed, String expected) {
    assertThat(HexHashes.of(Xxh3.seeded(seed).hash(text))).isEqualTo(expected);
  }

  @Test
  void textOutsideAsciiIsHashedAsUtf8() {
    Xxh3 hash = Xxh3.seeded(0);

    assertThat(hash.hash("müller")).isEqualTo(hash.hash("müller".getBytes(UTF_8)));
  }

  @Test
  void twoIntegersAreHashedAsSixteenLittleEndianBytes() {
    long first = 0x0102030405060708L;
    long second = -2;
    byte[] bytes =
        ByteBuffer.allocate(16).order(LITTLE_ENDIAN).putLong(first).putLong(second).array();

    Xxh3 hash = Xxh3.seeded(Xxh3.DEFAULT_SEED);

    assertThat(hash.hash(first, second)).isEqualTo(hash.hash(bytes));
  }

  @Test
  void sliceIsHashedAsIfItStoodAlone() {
    Xxh3 hash = Xxh3.seeded(Xxh3.DEFAULT_SEED);

    assertThat(hash.hash("a test data b".getBytes(UTF_8), 2, 9)).isEqualTo(hash.hash("test data"));
  }
}
