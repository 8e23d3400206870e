package kvproof.oracles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import kvproof.oracles.ByteOracle.Stretch;
import org.junit.jupiter.api.Test;

class ByteOracleTest {
  private static final long STEP = 0x9e3779b97f4a7c15L;

  /** The first outputs of SplitMix64 with seed 0 are e220a8397b1dcdaf and 6e789e6aa1b965f4. */
  @Test
  void wordsAreThoseOfSplitMixLittleEndian() {
    assertThat(HexFormat.of().formatHex(ByteOracle.bytes(STEP, 16)))
        .isEqualTo("afcd1d7b39a820e2" + "f465b9a16a9e786e");
  }

  @Test
  void rightBytesAreRightAndNoOthers() {
    byte[] right = ByteOracle.bytes(101, 64);
    assertThat(ByteOracle.isRight(101, right)).isTrue();
    assertThat(ByteOracle.whose(right)).containsExactly(new Stretch(0, 64, 101));
    assertThat(ByteOracle.isRight(102, right)).isFalse();

    for (int bit = 0; bit < 64 * Byte.SIZE; bit++) {
      byte[] flipped = right.clone();
      flipped[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);

      assertThat(ByteOracle.isRight(101, flipped)).isFalse();
      assertThat(ByteOracle.whose(flipped)).isNotEqualTo(ByteOracle.whose(right));
    }
  }

  @Test
  void everyHashIsReadBackFromItsWords() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 1_000; i++) {
      long hash = random.nextLong();

      assertThat(ByteOracle.whose(ByteOracle.bytes(hash, 24)))
          .containsExactly(new Stretch(0, 24, hash));
    }
  }

  @Test
  void tornBlockIsTwoStretches() {
    byte[] torn = ByteOracle.bytes(101, 64);
    System.arraycopy(ByteOracle.bytes(102, 64), 32, torn, 32, 32);

    assertThat(ByteOracle.whose(torn))
        .containsExactly(new Stretch(0, 32, 101), new Stretch(32, 64, 102));
  }

  @Test
  void displacedBytesAreThoseOfAHashStepsAway() {
    byte[] displaced = Arrays.copyOfRange(ByteOracle.bytes(101, 80), 16, 80);

    assertThat(ByteOracle.whose(displaced)).containsExactly(new Stretch(0, 64, 101 + 2 * STEP));
  }

  @Test
  void zeroesAreNobodys() {
    assertThat(ByteOracle.whose(new byte[24])).hasSize(3).noneMatch(s -> s.hash() == 101);
  }

  @Test
  void sizeIsWholeWords() {
    assertThat(ByteOracle.bytes(101, 0)).isEmpty();
    assertThat(ByteOracle.whose(new byte[0])).isEmpty();
    assertThatIllegalArgumentException().isThrownBy(() -> ByteOracle.bytes(101, 12));
    assertThatIllegalArgumentException().isThrownBy(() -> ByteOracle.whose(new byte[12]));
  }
}
